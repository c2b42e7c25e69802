import type { CreateFeature } from '../../feature.ts';
import { registerLogComparisonRoutes } from './compare/compare-routes.ts';
import { ErrorReader } from './errors/error-reader.ts';
import { registerFirstErrorRoutes } from './errors/first-error-routes.ts';
import { LogAnswers } from './log-answers.ts';
import { LogCache } from './log-cache.ts';
import { LogObjectWorker } from './log-object-worker.ts';
import { LogObjects } from './log-objects.ts';
import { registerLogRoutes } from './log-routes.ts';
import { LogStore } from './log-store.ts';
import { logsOfBuilds } from './logs-of-builds.ts';
import { measureLogs } from './measure-logs.ts';
import { logsPort } from './port.ts';
import { LogScanner } from './scan/log-scanner.ts';
import { registerLogSearchRoutes } from './search/search-routes.ts';
import { StepLogs } from './step-logs.ts';

/**
 * Logs of steps: stores, reads, searches and compares them. Logs of finished steps may be moved to the object
 * store.
 */
export const logs: CreateFeature = (core) => {
  const { db, bus, objectStore, artifactStore, measurements } = core;
  const cache = new LogCache();
  const store = new LogStore(db, cache, new LogObjects(artifactStore, objectStore !== null));
  const scanner = new LogScanner();
  const errors = new ErrorReader({ logs: store, scanner });
  bus.subscribe('logRewritten', ({ stepId }) => {
    cache.delete(stepId);
    errors.clear();
  });
  bus.subscribe('eventsMissed', () => {
    cache.clear();
    errors.clear();
  });
  const stepLogs = new StepLogs({ ...core, logs: store, cache });
  const isStepFinished = (stepId: number) => stepLogs.isStepFinished(stepId);
  const buildData = logsOfBuilds(store);
  return {
    owns: {
      log_blocks: 'build',
      log_objects: { reason: 'Rows without a step are deleted after their object' },
    },
    port: logsPort.answer({
      appendLog: async (stepId, lines) => {
        const added = await store.append(stepId, lines);
        const bytes = added.reduce((sum, { json }) => sum + json.length, 0);
        measurements.record('logLines', { lines: added.length, bytes });
        return added;
      },
      replaceLog: (stepId, lines) => store.replace(stepId, lines),
      findLogEnd: (stepId) => store.findEnd(stepId),
      readLogAfter: (stepId, pos) => store.readBlockAfter(stepId, pos),
      isLogComplete: isStepFinished,
      listStepErrors: (stepId, stopped) => errors.list(stepId, stopped),
      readErrorExcerpt: (stepId, caller) => errors.readExcerpt(stepId, caller),
    }),
    imports: { logs: (trx, logs) => store.insertAll(trx, logs) },
    repoSizes: { logs: (repoId, stopped) => measureLogs(db, buildData, repoId, stopped) },
    buildData,
    addRoutes: ({ api, downloads }) => {
      const logAnswers = new LogAnswers(store, cache);
      registerLogRoutes(api, { ...core, logs: store, logAnswers, stepLogs, downloads });
      registerFirstErrorRoutes(api, { ...core, errors });
      registerLogSearchRoutes(api, { ...core, logs: store, scanner });
      registerLogComparisonRoutes(api, { ...core, logs: store, scanner });
    },
    jobs: {
      moveLogs: objectStore && new LogObjectWorker({ ...core, store: objectStore, isStepFinished }),
    },
  };
};
