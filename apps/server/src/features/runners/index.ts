import { createInProcessRunnerApi } from '@millrace/build-host/runner-calls/in-process-runner-api';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { registerKnownRunnerRoutes } from './known-runner-routes.ts';
import { runnersPort } from './port.ts';
import { RunnerAdministration } from './runner-administration.ts';
import { registerRunnerRoutes } from './runner-routes.ts';
import { createRunnerServices } from './runner-services.ts';

/** Runners: serves their calls, lists and pauses them, and recovers stages of lost ones. */
export const runners: CreateFeature = (core, ask, contributed) => {
  const { bus, config, drain, stages } = core;
  const { registry, store, unschedulable, contacts, calls, lostStages } = createRunnerServices(
    core,
    ask,
    contributed,
  );
  bus.subscribe('runnerStopped', ({ runner }) => registry.remove(runner));
  const listConnected = async () => unschedulable.mark(registry.list(await stages.listClaimed()));
  const administration = new RunnerAdministration({ ...core, ...config, store, listConnected });
  return {
    owns: { stage_contacts: 'build', runners: 'MILLRACE_RUNNER_DAYS' },
    port: runnersPort.answer({
      listKnownRunners: listConnected,
      openRunnerApi: (runner) => createInProcessRunnerApi(calls, runner),
    }),
    connectedRunners: (open) => unschedulable.mark(registry.list(open)),
    agedData: {
      content: 'runners',
      days: config.runnerDays,
      measure: async () => ({ count: (await store.list()).length }),
    },
    localRunners: () => registry.listLocal(),
    addRoutes: async ({ api, app }) => {
      registerKnownRunnerRoutes(api, listConnected, administration);
      await registerRunnerRoutes(app, api, {
        calls,
        drain,
        secret: config.rpcSecret,
        onRunnerStart: (started) => lostStages.recoverReplaced(started),
        onRunnerStop: (runner) => bus.publish('runnerStopped', { runner }),
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
      rememberRunners: new RepeatedJob({
        ...core,
        everyMs: 15_000,
        failure: 'The connected runners could not be stored',
        work: () => administration.rememberConnected(),
      }),
    },
  };
};
