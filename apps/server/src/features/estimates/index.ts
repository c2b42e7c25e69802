import { listEstimates, listRepoEstimates } from '@millrace/contract/api';
import type { CreateFeature } from '../../feature.ts';
import { queuePort } from '../queue/port.ts';
import { EstimateReader } from './estimate-reader.ts';
import { HistoryReader } from './history-reader.ts';

/** Estimates when unfinished builds and stages start and end. */
export const estimates: CreateFeature = (core, ask, contributed) => {
  const reader = new EstimateReader({
    ...core,
    queuePort: ask(queuePort),
    contributed,
    histories: new HistoryReader(core.db),
  });
  return {
    addRoutes: ({ api }) => {
      api.repo(listRepoEstimates, ({ repo }) => reader.list(repo.id));
      api.session(listEstimates, async ({ viewer }) => {
        const ends = await reader.listEnds();
        const readable = await core.repoAccess.selectReadable(
          [...new Set(ends.map(({ repoId }) => repoId))],
          viewer,
        );
        const slugs = new Map(readable.map(({ id, slug }) => [id, slug]));
        return ends.flatMap(({ repoId, build, end }) => {
          const slug = slugs.get(repoId);
          return slug === undefined ? [] : [{ slug, build, end }];
        });
      });
    },
  };
};
