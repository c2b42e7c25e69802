import { toStageJson } from '@millrace/build-host/builds/build-mapper';
import { isOfFork } from '@millrace/build-host/builds/is-of-fork';
import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { Stage } from '@millrace/build-rules';
import type { Build } from '@millrace/contract/api';
import { notFound } from '@millrace/contract/api-errors';
import type { StageDetails } from '@millrace/contract/runner';
import type { BuildStore } from '../../builds/build-store.ts';
import type { BuildReadModel } from '../../builds/read/build-read-model.ts';
import { readFilledFile } from '../../builds/read-filled-file.ts';
import type { Contributed } from '../../contributions.ts';
import type { Repo } from '../../domain/repo.ts';
import type { Forge } from '../../forges/forge.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { describeServer } from '../../shared/describe-server.ts';
import { readCloneDetails } from './clone-details.ts';
import { readStageInputs } from './stage-inputs.ts';

interface Deps {
  builds: BuildStore;
  buildReadModel: Pick<BuildReadModel, 'findById'>;
  contributed: Pick<Contributed, 'stageInputs'>;
  repos: RepoStore;
  forge: Forge;
  pipelineReader: PipelineReader;
  publicUrl: () => string;
}

/** Reads everything that a runner needs for a stage. */
export function createDetailsReader(deps: Deps): (stage: Stage) => Promise<StageDetails> {
  return async (stage) => {
    const build = await deps.buildReadModel.findById(stage.buildId);
    const repo = await deps.repos.findById(stage.repoId);
    if (!build || !repo) throw notFound();
    const { pipelineReader } = deps;
    const { changedPaths, ...file } = await deps.builds.findFile(stage.buildId);
    const config = await readFilledFile(pipelineReader, repo.slug, file, build);
    return {
      repo: {
        ...toRepoJson(repo, deps.forge),
        trusted: await isTrusted(deps, repo, build, config),
      },
      build,
      stage: toStageJson(stage),
      config: await pipelineReader.run(repo.slug, { name: 'closeMatrices', input: [config] }),
      ...(await readStageInputs(deps.contributed, { repo, build, config, stage })),
      ...(changedPaths ? { changedPaths } : {}),
      ...(await readCloneDetails(deps.forge, repo, build, stage)),
      system: describeServer(deps.publicUrl()),
    };
  };
}

/**
 * Returns whether a stage may use privileged features. The file of a fork may use them only if it requests
 * them openly, because only then was somebody asked for approval. Variables that the runner inserts must not
 * add privileged features later.
 */
async function isTrusted(
  { pipelineReader }: Deps,
  repo: Repo,
  build: Build,
  config: string,
): Promise<boolean> {
  if (!repo.trusted || !isOfFork(build.source_repo, repo.slug)) return repo.trusted;
  const names = (build.stages ?? []).map(({ name }) => name);
  const open = await pipelineReader.run(repo.slug, {
    name: 'findTrustErrors',
    input: [config, names],
  });
  return open.length > 0;
}
