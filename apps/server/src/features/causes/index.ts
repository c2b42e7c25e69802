import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { CauseRecognizer } from './cause-recognizer.ts';
import { registerCauseRoutes } from './cause-routes.ts';
import { CauseStore } from './cause-store.ts';

/** Causes of failures: recognizes failed steps that failed for the same reason before. */
export const causes: CreateFeature = (core, ports) => {
  const recognizer = new CauseRecognizer({ ...core, changes: core.buildChanges, ports });
  return {
    ports: {
      hasSameCause: (...steps) => recognizer.hasSameCause(...steps),
    },
    owns: ['causes', 'cause_facts', 'repo_causes', 'failures', 'cause_weeks'],
    addRoutes: ({ api }) => registerCauseRoutes(api, core),
    jobs: {
      recognizeCauses: recognizer,
      deleteUnusedCauses: new RepeatedJob({
        ...core,
        everyMs: 3_600_000,
        failure: 'Causes of deleted repositories could not be deleted',
        work: () => new CauseStore(core.db).deleteUnused(),
      }),
    },
  };
};
