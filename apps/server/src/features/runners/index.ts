import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { createInProcessRunnerApi } from './in-process-runner-api.ts';
import { registerKnownRunnerRoutes } from './known-runner-routes.ts';
import { registerRunnerRoutes } from './runner-routes.ts';
import { createRunnerServices } from './runner-services.ts';

/** Runners: serves their calls, lists connected runners, and recovers stages of lost ones. */
export const runners: CreateFeature = (core, ports) => {
  const { config, drain, stages } = core;
  const { registry, contacts, calls, lostStages } = createRunnerServices(core, ports);
  return {
    owns: ['stage_contacts'],
    ports: {
      runnersFor: (open) => registry.list(open),
      listKnownRunners: async () => registry.list(await stages.listOpen()),
      listOwnRunners: () => registry.listLocal(),
      openRunnerApi: (runner) => createInProcessRunnerApi(calls, runner),
    },
    addRoutes: async ({ api, app }) => {
      registerKnownRunnerRoutes(api, ports);
      await registerRunnerRoutes(app, api, {
        calls,
        drain,
        secret: config.rpcSecret,
        onRunnerStart: (started) => lostStages.recoverReplaced(started),
      });
    },
    prepare: () => lostStages.recoverBuiltIn(),
    stop: async () => contacts.stop(),
    jobs: {
      lostStages: new RepeatedJob({
        ...core,
        everyMs: 5000,
        failure: 'The check for lost runners failed',
        work: () => lostStages.tick(),
      }),
    },
  };
};
