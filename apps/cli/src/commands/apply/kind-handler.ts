import type { SecretValues } from './references.ts';
import type { CurrentResource, Path, Values, WantedResource } from './resource.ts';

/** Reads and changes the resources of one kind. `server` is its URL. */
export interface KindHandler {
  /** Lists the resources of a section. Rejects with 404 if what it belongs to does not exist. */
  read(server: string, section: Path): Promise<CurrentResource[]>;
  create(server: string, wanted: WantedResource, secrets: SecretValues): Promise<unknown>;
  /** @param values the fields that change */
  update(
    server: string,
    current: CurrentResource,
    values: Values,
    secrets: SecretValues,
  ): Promise<unknown>;
  /** Absent for kinds that are never pruned. */
  delete?(server: string, current: CurrentResource): Promise<unknown>;
}
