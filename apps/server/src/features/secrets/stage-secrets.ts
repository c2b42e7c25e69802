import type { StageSecret } from '@millrace/contract/runner';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { Repo } from '../../domain/repo.ts';
import type { PipelineReader } from '../../pipeline-files/pipeline-reader.ts';
import type { Sealer } from '../../shared/sealer.ts';
import type { PipelineKeys } from './pipeline-keys.ts';
import type { Secret } from './secret.ts';
import type { SecretStore } from './secret-store.ts';

type SecretHolder = Pick<Repo, 'id' | 'slug' | 'namespace' | 'forge' | 'uid'>;

interface Deps {
  store: SecretStore;
  sealer: Sealer;
  keys: PipelineKeys;
  pipelineReader: PipelineReader;
}

/**
 * Lists the secrets that a build may use: those of the repository, of its organization, and of the pipeline
 * file. Secrets in the file are encrypted values, or other names for secrets of the first two. If several
 * have the same name, the first one is used, even if pull requests may not use it. Secrets that the file takes
 * from outside of the server are not included.
 */
export function createStageSecrets({ store, sealer, keys, pipelineReader }: Deps) {
  return async (repo: SecretHolder, event: BuildEvent, config: string): Promise<StageSecret[]> => {
    const isPullRequest = event === 'pull_request';
    const found = new Map<string, StageSecret | null>();
    const rows = [
      ...(await store.list({ repoId: repo.id })),
      ...(await store.list({ namespace: repo.namespace })),
    ];
    for (const row of rows) {
      if (!found.has(row.name)) found.set(row.name, isPullRequest ? allowed(row) : opened(row));
    }
    const repoSealer = keys.sealerOf(repo);
    const secrets = await pipelineReader.run(repo.slug, { name: 'readSecrets', input: [config] });
    for (const { name, data, externalName, externalPath } of secrets) {
      // A secret with a path is stored elsewhere, whatever secret of the server has its name.
      if (externalPath !== undefined) found.set(name, null);
      if (found.has(name)) continue;
      if (externalName !== undefined) {
        const original = found.get(externalName);
        if (original) found.set(name, { name, data: original.data });
        continue;
      }
      // A pull request could print an encrypted value, and no setting allows that.
      const value = isPullRequest ? undefined : repoSealer.tryOpen(data);
      if (value !== undefined) found.set(name, { name, data: value });
    }
    return [...found.values()].filter((secret) => secret !== null);
  };

  function allowed(row: Secret): StageSecret | null {
    return row.pullRequest ? opened(row) : null;
  }

  function opened(row: Secret): StageSecret {
    return { name: row.name, data: sealer.open(row.sealed) };
  }
}
