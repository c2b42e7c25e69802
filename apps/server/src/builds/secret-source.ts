import type { Build } from '@millrace/contract/api';
import type { Repo } from '../domain/repo.ts';

/** A secret that a build asks a source for. */
export interface SecretRequest {
  repo: Repo;
  build: Build;
  path: string;
  /** Name of the value at the path; empty if the pipeline file gives none. */
  key: string;
}

/**
 * `withheld`: the build may not use the secret, so it is empty, as secrets of the server that pull requests
 * may not use. `absent`: another source may have it.
 */
export type FoundSecret =
  | { kind: 'value'; value: string }
  | { kind: 'withheld' }
  | { kind: 'absent'; reason: string };

/** A service outside of the server that has secrets. */
export interface SecretSource {
  isFor: (repo: Pick<Repo, 'slug'>) => boolean;
  /** @throws ServiceError if the source fails */
  find: (request: SecretRequest) => Promise<FoundSecret>;
}
