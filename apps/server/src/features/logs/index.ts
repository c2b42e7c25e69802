import type { CreateFeature } from '../../feature.ts';
import { registerLogComparisonRoutes } from './compare/compare-routes.ts';
import { listStepErrors, readErrorExcerpt } from './errors/list-step-errors.ts';
import { LogAnswers } from './log-answers.ts';
import { LogCache } from './log-cache.ts';
import { LogObjectWorker } from './log-object-worker.ts';
import { LogObjects } from './log-objects.ts';
import { registerLogRoutes } from './log-routes.ts';
import { LogStore } from './log-store.ts';
import { logsOfBuilds } from './logs-of-builds.ts';
import { measureLogs } from './measure-logs.ts';
import { LogScanner } from './scan/log-scanner.ts';
import { registerLogSearchRoutes } from './search/search-routes.ts';
import { StepLogs } from './step-logs.ts';

/**
 * Logs of steps: stores, reads, searches and compares them. Logs of finished steps may be moved to the object
 * store.
 */
export const logs: CreateFeature = (core, ports) => {
  const { db, bus, objectStore, measurements } = core;
  const cache = new LogCache();
  bus.subscribe('logRewritten', ({ stepId }) => cache.delete(stepId));
  bus.subscribe('eventsMissed', () => cache.clear());
  const store = new LogStore(db, cache, new LogObjects(objectStore));
  const scanner = new LogScanner();
  const stepLogs = new StepLogs({ ...core, logs: store, cache });
  const isStepFinished = (stepId: number) => stepLogs.isStepFinished(stepId);
  const buildData = logsOfBuilds(store);
  return {
    owns: ['log_blocks', 'log_objects'],
    ports: {
      appendLog: async (stepId, lines) => {
        const added = await store.append(stepId, lines);
        const bytes = added.reduce((sum, { json }) => sum + json.length, 0);
        measurements.record('logLines', { lines: added.length, bytes });
        return added;
      },
      importLogs: (trx, logs) => store.insertAll(trx, logs),
      replaceLog: (stepId, lines) => store.replace(stepId, lines),
      findLogEnd: (stepId) => store.findEnd(stepId),
      readLogAfter: (stepId, pos) => store.readBlockAfter(stepId, pos),
      measureLogs: (repoId, stopped) => measureLogs(db, buildData, repoId, stopped),
      isLogComplete: isStepFinished,
      listStepErrors: (stepId, stopped) =>
        listStepErrors({ logs: store, scanner }, stepId, stopped),
      readErrorExcerpt: (stepId, caller) =>
        readErrorExcerpt({ logs: store, scanner }, stepId, caller),
    },
    buildData,
    addRoutes: ({ api, downloads }) => {
      const logAnswers = new LogAnswers(store, cache);
      registerLogRoutes(api, { logs: store, logAnswers, stepLogs, downloads, ports });
      registerLogSearchRoutes(api, { logs: store, scanner, ports });
      registerLogComparisonRoutes(api, { logs: store, scanner, ports });
    },
    jobs: {
      moveLogs: objectStore && new LogObjectWorker({ ...core, store: objectStore, isStepFinished }),
    },
  };
};
