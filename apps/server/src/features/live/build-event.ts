import type { RepoEvent } from '@millrace/contract/stream';
import type { BuildReadModel } from '../../builds/read/build-read-model.ts';
import type { Repo } from '../../domain/repo.ts';
import type { Forge } from '../../forges/forge.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import type { ReadableEvent } from './build-feed.ts';

interface Deps {
  forge: Forge;
  findRepo: (id: number) => Promise<Repo | undefined>;
  buildReadModel: Pick<BuildReadModel, 'findForEvent'>;
  findReaders: (repo: Repo) => Promise<ReadableEvent['mayRead']>;
}

/** Checks read access at delivery, so that a change of permissions applies to open streams. */
export function createEventReader({ forge, findRepo, buildReadModel, findReaders }: Deps) {
  return async (change: {
    repoId: number;
    buildId: number;
  }): Promise<ReadableEvent | undefined> => {
    const repo = await findRepo(change.repoId);
    const build = await buildReadModel.findForEvent(change.buildId);
    if (!repo || !build) return undefined;
    const event: RepoEvent = { ...toRepoJson(repo, forge), build };
    return { json: JSON.stringify(event), mayRead: await findReaders(repo) };
  };
}
