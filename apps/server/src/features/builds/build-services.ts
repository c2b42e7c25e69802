import { LatestBuildStore } from '../../builds/latest-build-store.ts';
import type { Core } from '../../core.ts';
import type { Ports } from '../../ports.ts';
import { BuildReadModel } from './read/build-read-model.ts';
import { BuildDecisions } from './start/build-decisions.ts';
import { BuildStarter } from './start/build-starter.ts';
import { ConfigReader } from './start/config-reader.ts';

/** Creates the services that start, change and read builds. */
export function createBuildServices(core: Core, ports: Ports) {
  const { db, publicUrl } = core;
  const readModel = new BuildReadModel(db, ports);
  const latestBuilds = new LatestBuildStore(db);
  const configReader = new ConfigReader({ ...core, ports });
  const buildStarter = new BuildStarter({
    ...core,
    ports,
    configReader,
    publicHost: () => new URL(publicUrl()).host,
    forgetPullRequest: (repo, number) => latestBuilds.forget(repo.id, 'pull_request', number),
  });
  return {
    readModel,
    latestBuilds,
    configReader,
    buildStarter,
    buildDecisions: new BuildDecisions(core),
  };
}
