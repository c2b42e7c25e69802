import { LatestBuildStore } from '../../builds/latest-build-store.ts';
import type { Core } from '../../core.ts';
import type { Ports } from '../../ports.ts';
import { BuildReadModel } from './read/build-read-model.ts';
import { BuildCreator } from './start/build-creator.ts';
import { BuildDecisions } from './start/build-decisions.ts';
import { BuildRestarter } from './start/build-restarter.ts';
import { BuildStarter } from './start/build-starter.ts';
import { ConfigReader } from './start/config-reader.ts';

/** Creates the services that start, change and read builds. */
export function createBuildServices(core: Core, ports: Ports) {
  const { db, publicUrl } = core;
  const readModel = new BuildReadModel(db, ports);
  const latestBuilds = new LatestBuildStore(db);
  const configReader = new ConfigReader({ ...core, ports });
  const buildCreator = new BuildCreator({
    ...core,
    ports,
    configReader,
    publicHost: () => new URL(publicUrl()).host,
    infrastructureRetries: core.config.queue.infrastructureRetries,
  });
  return {
    readModel,
    latestBuilds,
    configReader,
    buildCreator,
    buildStarter: new BuildStarter({ ...core, buildCreator }),
    buildRestarter: new BuildRestarter({ ...core, ports, buildCreator }),
    buildDecisions: new BuildDecisions({ ...core, approvals: core.config.approvals }),
  };
}
