import type { Core } from '../../core.ts';
import type { CreateFeature } from '../../feature.ts';
import { logsPort } from '../logs/port.ts';
import { createEventReader } from './build-event.ts';
import { BuildFeed } from './build-feed.ts';
import { registerLiveRoutes } from './live-routes.ts';
import { LogFeed } from './log-feed.ts';
import { LogTexts } from './log-texts.ts';
import { RefusedStreams } from './refused-streams.ts';

/** Event streams of builds and logs. Data is read once for all viewers. */
export const live: CreateFeature = (core, ask) => ({
  addRoutes: async ({ app, streams }) => {
    const logs = ask(logsPort);
    const refused = new RefusedStreams(core);
    const source = {
      readAfter: (stepId: number, pos: number) => logs.readLogAfter(stepId, pos),
      isComplete: (stepId: number) => logs.isLogComplete(stepId),
    };
    app.addHook('onClose', async () => refused.stop());
    registerLiveRoutes(app, {
      ...core,
      logsPort: logs,
      streams,
      refused,
      builds: await openBuildFeed(core),
      logs: new LogFeed(core.bus, source),
      texts: new LogTexts(core.bus, { ...source, findEnd: (stepId) => logs.findLogEnd(stepId) }),
    });
  },
});

function openBuildFeed(core: Core): Promise<BuildFeed> {
  const { buildChanges, repoAccess, repos } = core;
  return BuildFeed.open({
    ...core,
    findNewest: () => buildChanges.findNewest(),
    listAfter: (id, repoId) => buildChanges.listAfter(id, repoId),
    read: createEventReader({
      ...core,
      findRepo: (id) => repos.findById(id),
      findReaders: (repo) => repoAccess.findReaders(repo),
    }),
  });
}
