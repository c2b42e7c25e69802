import type { RunnerCallHandlers } from '@millrace/build-host/runner-calls/runner-call';
import { isFinished } from '@millrace/contract/vocabulary';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { Ask } from '../../port.ts';
import { DiskReserve } from '../../shared/disk-reserve.ts';
import { logsPort } from '../logs/port.ts';
import { queuePort } from '../queue/port.ts';
import { allRunnerCalls } from './all-runner-calls.ts';
import { CredentialStore } from './credentials/credential-store.ts';
import { KnownCredentials } from './credentials/known-credentials.ts';
import { DetailsReads } from './details-reads.ts';
import { LostStages } from './lost-stages.ts';
import { RunnerCalls } from './runner-calls.ts';
import { RunnerRegistry } from './runner-registry.ts';
import { RunnerStore } from './runner-store.ts';
import { StageClaims } from './stage-claims.ts';
import { StageContacts } from './stage-contacts.ts';
import { createDetailsReader } from './stage-details.ts';
import { StepCalls } from './step-calls.ts';
import { UnschedulableRunners } from './unschedulable-runners.ts';
import { createOwnKeysWarning } from './warn-of-own-keys.ts';

/** Creates the services that handle calls of runners and recover stages of lost ones. */
export function createRunnerServices(core: Core, ask: Ask, contributed: Contributed) {
  const { clock, servers } = core;
  const registry = new RunnerRegistry(clock, () => servers.listOtherRunners());
  const contacts = new StageContacts(core);
  const store = new RunnerStore(core.db);
  const unschedulable = new UnschedulableRunners(store);
  const credentialStore = new CredentialStore(core.db);
  const credentials = new KnownCredentials(credentialStore);
  const calls = createRunnerCalls(core, ask, {
    registry,
    unschedulable,
    credentials,
    contacts,
    contributed,
  });
  const hasServerStopped = (id: string) => servers.isGone(id);
  const lostStages = new LostStages({
    ...core,
    contributed,
    contacts,
    credentials,
    hasServerStopped,
  });
  const stores = { store, credentialStore };
  return { ...stores, registry, unschedulable, credentials, contacts, calls, lostStages };
}

function createRunnerCalls(
  core: Core,
  ask: Ask,
  services: {
    registry: RunnerRegistry;
    unschedulable: UnschedulableRunners;
    credentials: KnownCredentials;
    contacts: StageContacts;
    contributed: Contributed;
  },
): RunnerCallHandlers {
  const { builds, config } = core;
  const claims = new StageClaims({ ...core, ...services });
  const own = new RunnerCalls({
    ...core,
    ...services,
    claims,
    queuePort: ask(queuePort),
    hasEnded: async (buildId, until) => {
      const build = await builds.findById(buildId);
      return !build || isFinished(build.status) || (build.ending !== '' && until !== 'finished');
    },
    details: new DetailsReads({
      ...core,
      ...services,
      readDetails: createDetailsReader({
        ...core,
        contributed: services.contributed,
      }),
    }),
    warnOfOwnKeys: createOwnKeysWarning(core),
  });
  const ofSteps = new StepCalls({
    ...core,
    ...services,
    claims,
    logsPort: ask(logsPort),
    // With an external database, logs and files are not limited by the local disk.
    disk: config.database.url ? null : new DiskReserve(config.dataDir, config.diskReserveBytes),
  });
  return allRunnerCalls(own, ofSteps);
}
