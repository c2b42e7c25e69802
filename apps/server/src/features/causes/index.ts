import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { buildsPort } from '../builds/port.ts';
import { logsPort } from '../logs/port.ts';
import { createCauseRecognizer } from './cause-recognizer.ts';
import { registerCauseRoutes } from './cause-routes.ts';
import { CauseStore } from './cause-store.ts';
import { deleteUnusedCauses } from './delete-unused-causes.ts';
import { recordEarlierFailures } from './earlier-failures.ts';
import { FailureRecorder } from './failure-recorder.ts';
import { listCausesOf } from './list-causes-of.ts';

/** Causes of failures: recognizes failed steps that failed for the same reason before. */
export const causes: CreateFeature = (core, ask, contributed) => {
  const recorder = new FailureRecorder({ ...core, logsPort: ask(logsPort), contributed });
  return {
    buildCauses: (build, viewer) => listCausesOf(core, build, viewer),
    isSameCause: (...steps) => recorder.hasSameCause(...steps),
    owns: {
      causes: { reason: 'Deleted with its last repo_causes row' },
      cause_facts: { reason: 'Deleted with its cause' },
      repo_causes: 'MILLRACE_CAUSE_DAYS',
      failures: 'build',
      cause_weeks: 'MILLRACE_CAUSE_DAYS',
    },
    agedData: {
      content: 'causes',
      days: core.config.causeDays,
      measure: async () => ({ count: await new CauseStore(core.db).count() }),
    },
    addRoutes: ({ api }) => registerCauseRoutes(api, core),
    jobs: {
      recognizeCauses: createCauseRecognizer({
        ...core,
        recorder,
        buildsPort: ask(buildsPort),
      }),
      recordEarlierFailures: new RepeatedJob({
        ...core,
        everyMs: 3_600_000,
        failure: 'The failures of earlier builds could not be recorded',
        work: (stopped) => recordEarlierFailures({ ...core, recorder }, stopped),
      }),
      deleteUnusedCauses: new RepeatedJob({
        ...core,
        everyMs: 3_600_000,
        failure: 'Unused causes could not be deleted',
        work: (stopped) => deleteUnusedCauses(core, stopped),
      }),
    },
  };
};
