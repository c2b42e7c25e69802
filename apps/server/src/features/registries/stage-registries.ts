import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { StageRegistry } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { Repo } from '../../domain/repo.ts';
import type { Sealer } from '../../shared/sealer.ts';
import type { Registry } from './registry.ts';
import type { RegistryStore } from './registry-store.ts';

/** Maximum age of the recorded last use of credentials while they are in use. */
const lastUsedSec = 60;

interface Deps {
  store: RegistryStore;
  sealer: Sealer;
  clock: Clock;
  pipelineReader: PipelineReader;
}

/**
 * Lists the credentials for the registries of a stage's images. Those of the repository take precedence over those
 * of its organization, and these over those of the server. If only the runner knows the name of an image, all are
 * included.
 */
export function createStageRegistries({ store, sealer, clock, pipelineReader }: Deps) {
  return async (
    { id, slug, namespace }: Pick<Repo, 'id' | 'slug' | 'namespace'>,
    { config, name }: { config: string; name: string },
  ): Promise<StageRegistry[]> => {
    const scopes = [{ repoId: id }, { namespace }, 'server'] as const;
    const rows = (await Promise.all(scopes.map((owner) => store.list(owner)))).flat();
    if (rows.length === 0) return [];
    const hosts = await pipelineReader.run(slug, {
      name: 'findImageRegistries',
      input: [config, name],
    });
    const found = new Map<string, Registry>();
    for (const row of rows) {
      const isUsed = hosts === undefined || hosts.includes(row.address);
      if (isUsed && !found.has(row.address)) found.set(row.address, row);
    }
    await recordUse([...found.values()]);
    return [...found.values()].map(({ address, username, password }) => ({
      address,
      username,
      password: sealer.open(password),
    }));
  };

  async function recordUse(used: readonly Registry[]): Promise<void> {
    const now = clock.nowSec();
    const due = used.filter(({ lastUsed }) => lastUsed < now - lastUsedSec);
    await store.recordUse(
      due.map(({ id }) => id),
      now,
    );
  }
}
