import { isFinished } from '@millrace/contract/vocabulary';
import type { Core } from '../../core.ts';
import type { Ports } from '../../ports.ts';
import { DiskReserve } from '../../shared/disk-reserve.ts';
import { version } from '../../version.ts';
import { DetailsReads } from './details-reads.ts';
import { LostStages } from './lost-stages.ts';
import { RunnerCalls } from './runner-calls.ts';
import { RunnerHolds } from './runner-holds.ts';
import { RunnerRegistry } from './runner-registry.ts';
import { RunnerStore } from './runner-store.ts';
import { StageContacts } from './stage-contacts.ts';
import { createDetailsReader } from './stage-details.ts';
import { createOwnKeysWarning } from './warn-of-own-keys.ts';

/** Creates the services that handle calls of runners and recover stages of lost ones. */
export function createRunnerServices(core: Core, ports: Ports) {
  const { clock, servers } = core;
  const registry = new RunnerRegistry(clock, () => servers.listOtherRunners());
  const contacts = new StageContacts(core);
  const store = new RunnerStore(core.db);
  const holds = new RunnerHolds(store);
  const calls = createRunnerCalls(core, ports, { registry, holds, contacts });
  const hasServerStopped = (id: string) => servers.isGone(id);
  const lostStages = new LostStages({ ...core, ports, contacts, hasServerStopped });
  return { registry, store, holds, contacts, calls, lostStages };
}

function createRunnerCalls(
  core: Core,
  ports: Ports,
  seen: { registry: RunnerRegistry; holds: RunnerHolds; contacts: StageContacts },
): RunnerCalls {
  const { builds, config } = core;
  return new RunnerCalls({
    ...core,
    ...seen,
    ports,
    // With an external database, logs and files are not limited by the local disk.
    disk: config.database.url ? null : new DiskReserve(config.dataDir, config.diskReserveBytes),
    storeFile: {
      artifact: (step, file, signal) => ports.storeArtifact(step, file, signal),
      junit: ({ id }, { path, content }) => ports.storeTestReport(id, path, content),
      summary: (step, file, signal) => ports.storeSummary(step, file, signal),
      replay: (step, file, signal) => ports.storeReplayFiles(step, file, signal),
    },
    isBuildFinished: async (buildId) => {
      const build = await builds.findById(buildId);
      return !build || isFinished(build.status);
    },
    details: new DetailsReads({
      ...core,
      ...seen,
      readDetails: createDetailsReader({
        ...core,
        ports,
        replayFilesBytes: config.replayFilesBytes,
        version: version.version,
      }),
    }),
    warnOfOwnKeys: createOwnKeysWarning(core),
  });
}
