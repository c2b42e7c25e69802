import type { RepoEvent } from '@millrace/contract/stream';
import type { Repo } from '../../domain/repo.ts';
import type { Forge } from '../../forges/forge.ts';
import type { Ports } from '../../ports.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import type { ReadableEvent } from './build-feed.ts';

interface Deps {
  forge: Forge;
  findRepo: (id: number) => Promise<Repo | undefined>;
  ports: Pick<Ports, 'findBuildForEvent'>;
  findReaders: (repo: Repo) => Promise<ReadableEvent['mayRead']>;
}

/** Checks read access at delivery, so that a change of permissions applies to open streams. */
export function createEventReader({ forge, findRepo, ports, findReaders }: Deps) {
  return async (change: {
    repoId: number;
    buildId: number;
  }): Promise<ReadableEvent | undefined> => {
    const repo = await findRepo(change.repoId);
    const build = await ports.findBuildForEvent(change.buildId);
    if (!repo || !build) return undefined;
    const event: RepoEvent = { ...toRepoJson(repo, forge), build };
    return { json: JSON.stringify(event), mayRead: await findReaders(repo) };
  };
}
