import { FileHandlers } from '../../builds/file-handlers.ts';
import { LatestBuildStore } from '../../builds/latest-build-store.ts';
import { LineStore } from '../../builds/line-store.ts';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import type { Ask } from '../../port.ts';
import { reposPort } from '../repos/port.ts';
import { BuildCreator } from './start/build-creator.ts';
import { BuildDecisions } from './start/build-decisions.ts';
import { BuildFactsReader } from './start/build-facts-reader.ts';
import { BuildRestarter } from './start/build-restarter.ts';
import { BuildStarter } from './start/build-starter.ts';
import { ConfigReader } from './start/config-reader.ts';
import { MatrixExpander } from './start/matrix-expander.ts';
import { createStageReader } from './start/read-stages.ts';

/** Creates the services that start, change and read builds. */
export function createBuildServices(core: Core, ask: Ask, contributed: Contributed) {
  const { buildReadModel: readModel, db } = core;
  const latestBuilds = new LatestBuildStore(db);
  const fileHandlers = new FileHandlers(contributed.pipelineFile);
  const configReader = new ConfigReader({ ...core, fileHandlers });
  const { approvals, queue } = core.config;
  const readStages = createStageReader(core);
  const buildCreator = new BuildCreator({
    ...core,
    contributed,
    infrastructureRetries: queue.infrastructureRetries,
    facts: new BuildFactsReader({ ...core, fileHandlers, configReader, readStages, approvals }),
  });
  return {
    fileHandlers,
    readModel,
    latestBuilds,
    lines: new LineStore(db),
    configReader,
    readStages,
    buildCreator,
    buildStarter: new BuildStarter({ ...core, reposPort: ask(reposPort), buildCreator }),
    buildRestarter: new BuildRestarter({
      ...core,
      contributed,
      buildCreator,
      readStages,
      approvals,
    }),
    matrixExpander: new MatrixExpander({
      ...core,
      contributed,
      readStages,
      infrastructureRetries: queue.infrastructureRetries,
    }),
    buildDecisions: new BuildDecisions({ ...core, readStages, approvals }),
  };
}
