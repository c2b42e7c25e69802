import { deploymentFrom } from '@millrace/build-host/builds/new-build';
import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { Build } from '@millrace/build-rules';
import type { DeployTargets } from '@millrace/contract/api';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { BuildStore } from '../../../builds/build-store.ts';
import type { LatestBuildStore } from '../../../builds/latest-build-store.ts';
import type { Repo } from '../../../domain/repo.ts';
import type { ConfigReader } from './config-reader.ts';
import type { ReadStages } from './read-stages.ts';

interface Deps {
  builds: Pick<BuildStore, 'findFile'>;
  readStages: ReadStages;
  configReader: Pick<ConfigReader, 'read'>;
  latestBuilds: Pick<LatestBuildStore, 'listNames'>;
  pipelineReader: PipelineReader;
}

/** Lists the targets of deployments, and checks a typed one before a build is started for it. */
export class DeployTargetReader {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async read(
    repo: Repo,
    build: Build,
    deployment: { event: 'promote' | 'rollback'; target: string },
  ): Promise<DeployTargets> {
    const { target } = deployment;
    const request = deploymentFrom(build, deployment);
    const { config, error } = await this.deps.configReader.read(repo, request);
    // A script may name its targets only in the file of the build.
    const { config: earlier, changedPaths } = await this.deps.builds.findFile(build.id);
    const files = error ? [earlier] : [config, earlier];
    const named = await Promise.all(files.map((file) => this.readTargets(repo, file, request)));
    const deployed = await this.deps.latestBuilds.listNames(repo.id, 'deployment');
    const targets = [...new Set([...named.flatMap((each) => each.targets), ...deployed])].sort();
    if (!target || error) return { targets };
    const { errors, isDeployment } = await this.deps.readStages(repo, request, {
      config,
      changedPaths,
    });
    if (errors.length > 0) return { targets };
    if (!isDeployment) return { targets, check: 'no_stage' };
    const isNamed = targets.includes(target) || named.some(({ isIncluded }) => isIncluded);
    return { targets, check: isNamed || targets.length === 0 ? 'known' : 'new' };
  }

  private readTargets(repo: Repo, config: string, { event, deployTo = '' }: BuildRequest) {
    return this.deps.pipelineReader.run(repo.slug, {
      name: 'readTargets',
      input: [config, { event, target: deployTo }],
    });
  }
}
