import { createInProcessRunnerApi } from '@millrace/build-host/runner-calls/in-process-runner-api';
import type { Stage } from '@millrace/build-rules';
import { byPeople } from '../../db/table-bound.ts';
import type { CreateFeature } from '../../feature.ts';
import { RepeatedJob } from '../../jobs/repeated-job.ts';
import { registerCredentialRoutes } from './credentials/credential-routes.ts';
import { CredentialService } from './credentials/credential-service.ts';
import { CredentialStore } from './credentials/credential-store.ts';
import { registerKnownRunnerRoutes } from './known-runner-routes.ts';
import { OpenRunnerCalls } from './open-runner-calls.ts';
import { runnersPort } from './port.ts';
import { RunnerAdministration } from './runner-administration.ts';
import { RunnerAuth } from './runner-auth.ts';
import { registerRunnerRoutes } from './runner-routes.ts';
import { createRunnerServices } from './runner-services.ts';

/** Runners: serves their calls, lists, adds, pauses and revokes them, and recovers stages of lost ones. */
export const runners: CreateFeature = (core, ask, contributed) => {
  const { bus, config, drain, logger, stages } = core;
  const services = createRunnerServices(core, ask, contributed);
  const { registry, store, unschedulable, credentials, contacts, calls, lostStages } = services;
  bus.subscribe('runnerStopped', ({ runner }) => registry.remove(runner));
  const list = async (open: readonly Stage[]) =>
    credentials.mark(await unschedulable.mark(registry.list(open)));
  const listConnected = async () => list(await stages.listClaimed());
  const administration = new RunnerAdministration({ ...core, ...config, store, listConnected });
  const ownCredentials = new CredentialService({
    ...core,
    listConnected,
    endWorkOf: (id) => lostStages.recoverRevoked(id),
    addedBy: config.runnersAddedBy,
  });
  const acceptsSecret = config.rpcSecret !== undefined && config.sharedSecretRunners === 'accept';
  const openCalls = new OpenRunnerCalls();
  bus.subscribe('runnerRevoked', ({ credentialId }) => openCalls.close(credentialId));
  bus.subscribe('eventsMissed', () => {
    credentials
      .read()
      .then((known) => openCalls.closeExcept(known))
      .catch((error: unknown) => logger.error({ err: error }, 'Revoked runners are unknown'));
  });
  return {
    owns: {
      stage_contacts: 'build',
      runners: 'MILLRACE_RUNNER_DAYS',
      runner_credentials: byPeople,
    },
    port: runnersPort.answer({
      listKnownRunners: listConnected,
      mayRemoteConnect: async () => acceptsSecret || (await credentials.read()).size > 0,
      openRunnerApi: (runner) => createInProcessRunnerApi(calls, runner),
    }),
    connectedRunners: list,
    agedData: {
      content: 'runners',
      days: config.runnerDays,
      measure: async () => ({ count: (await store.list()).length }),
    },
    forgetPerson: ({ login }) => new CredentialStore(core.db).replaceLogin(login),
    localRunners: () => registry.listLocal(),
    namespaceData: {
      list: async () => ({}),
      move: (trx, from, to) => new CredentialStore(trx).moveNamespace(from, to),
      delete: (trx, namespace) => new CredentialStore(trx).deleteNamespace(namespace),
    },
    addRoutes: async ({ api, app }) => {
      registerKnownRunnerRoutes(api, listConnected, administration);
      registerCredentialRoutes(api, ownCredentials);
      await registerRunnerRoutes(app, api, {
        calls,
        drain,
        openCalls,
        auth: new RunnerAuth({
          credentials: services.credentialStore,
          secret: config.rpcSecret,
          acceptsSecret,
        }),
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
        work: async () => {
          await administration.rememberConnected();
          await ownCredentials.remember(await listConnected(), config.runnerDays);
        },
      }),
    },
  };
};
