import type { Core } from '../../core.ts';
import type { CreateFeature } from '../../feature.ts';
import type { Ports } from '../../ports.ts';
import { createEventReader } from './build-event.ts';
import { BuildFeed } from './build-feed.ts';
import { registerLiveRoutes } from './live-routes.ts';
import { LogFeed } from './log-feed.ts';
import { RefusedStreams } from './refused-streams.ts';

/** Event streams of builds and logs. Data is read once for all viewers. */
export const live: CreateFeature = (core, ports) => ({
  addRoutes: async ({ app, streams }) => {
    const refused = new RefusedStreams(core.bus);
    app.addHook('onClose', async () => refused.stop());
    registerLiveRoutes(app, {
      ...core,
      ports,
      streams,
      refused,
      builds: await openBuildFeed(core, ports),
      logs: new LogFeed(core.bus, {
        readAfter: (stepId, pos) => ports.readLogAfter(stepId, pos),
        isComplete: (stepId) => ports.isLogComplete(stepId),
      }),
    });
  },
});

function openBuildFeed(core: Core, ports: Ports): Promise<BuildFeed> {
  const { buildChanges, repoAccess, repos } = core;
  return BuildFeed.open({
    ...core,
    findNewest: () => buildChanges.findNewest(),
    listAfter: (id, repoId) => buildChanges.listAfter(id, repoId),
    read: createEventReader({
      ...core,
      ports,
      findRepo: (id) => repos.findById(id),
      findReaders: (repo) => repoAccess.findReaders(repo),
    }),
  });
}
