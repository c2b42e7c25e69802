import type { Build } from '@millrace/contract/api';
import { branchRef, readRef } from '@millrace/contract/git-ref';
import type { StageDetails } from '@millrace/contract/runner';
import { toStageJson } from '../../builds/build-mapper.ts';
import type { BuildStore } from '../../builds/build-store.ts';
import type { Stage } from '../../domain/build.ts';
import { isOfFork } from '../../domain/is-of-fork.ts';
import type { Repo } from '../../domain/repo.ts';
import type { Forge } from '../../forges/forge.ts';
import { homeOfCommits } from '../../forges/home-of-commits.ts';
import type { PipelineReader } from '../../pipeline-files/pipeline-reader.ts';
import type { Ports } from '../../ports.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import type { RepoStore } from '../../repositories/repo-store.ts';
import { notFound } from '../../shared/errors.ts';

/** Credentials are valid this much longer than the time limit of the stage. */
const marginSec = 600;

interface Deps {
  builds: BuildStore;
  ports: Pick<
    Ports,
    | 'findBuild'
    | 'findStageSecrets'
    | 'listExternalSecrets'
    | 'listExtensionVariables'
    | 'listExtensionRegistries'
    | 'listStageRegistries'
    | 'listOutputs'
    | 'keepsFailedSteps'
  >;
  repos: RepoStore;
  forge: Forge;
  pipelineReader: PipelineReader;
  publicUrl: () => string;
  /** Maximum size of the files that a failed step stores for its replay; 0 for none. */
  replayFilesBytes: number;
  version: string;
}

/** Reads everything that a runner needs for a stage. */
export function createDetailsReader(deps: Deps): (stage: Stage) => Promise<StageDetails> {
  return async (stage) => {
    const build = await deps.ports.findBuild(stage.buildId);
    const repo = await deps.repos.findById(stage.repoId);
    if (!build || !repo) throw notFound();
    const { config, changedPaths } = await deps.builds.findFile(stage.buildId);
    const url = new URL(deps.publicUrl());
    return {
      repo: {
        ...toRepoJson(repo, deps.forge),
        trusted: await isTrusted(deps, repo, build, config),
      },
      build,
      stage: toStageJson(stage),
      config,
      ...(await readInputs(deps.ports, { repo, build, config, stage })),
      ...(changedPaths ? { changedPaths } : {}),
      ...(deps.replayFilesBytes > 0 && !isOfFork(build.source_repo, repo.slug)
        ? { replayFilesBytes: deps.replayFilesBytes }
        : {}),
      ...((await deps.ports.keepsFailedSteps(repo, build.source_repo))
        ? { keepsFailed: true, ...pauseOf(build, stage) }
        : {}),
      ...findCloneSource(deps.forge, repo, build),
      system: {
        proto: url.protocol.replace(':', ''),
        host: url.host,
        link: url.origin,
        version: deps.version,
      },
      netrc: isOpenFork(repo, build)
        ? null
        : await deps.forge.cloneCredentials(repo, repo.timeout * 60 + marginSec),
    };
  };
}

/** Returns the step of the stage before which the build pauses. A stage that is repeated was asked for its result. */
function pauseOf(
  { pause_before: pause }: Build,
  { name, attempt }: Stage,
): Pick<StageDetails, 'pauseBefore'> {
  return pause?.stage === name && attempt === 1 ? { pauseBefore: pause.step } : {};
}

/**
 * Reads secrets, variables and registry credentials, also from services outside of the server.
 *
 * @throws ServiceError if such a service fails
 */
async function readInputs(
  ports: Deps['ports'],
  { repo, build, config, stage }: { repo: Repo; build: Build; config: string; stage: Stage },
): Promise<Pick<StageDetails, 'secrets' | 'variables' | 'outputs' | 'registries'>> {
  const hasImages = stage.type !== 'exec';
  const [stored, external, variables, outputs, own, ofExtensions] = await Promise.all([
    ports.findStageSecrets(repo, { build, config, name: stage.name }),
    ports.listExternalSecrets(repo, build, config, stage),
    ports.listExtensionVariables(repo, build),
    ports.listOutputs(build, stage.name),
    hasImages ? ports.listStageRegistries(repo, { config, name: stage.name }) : [],
    hasImages ? ports.listExtensionRegistries(repo, build) : [],
  ]);
  const registries = [...own, ...ofExtensions];
  return {
    secrets: [...stored, ...external],
    ...(variables.length > 0 ? { variables } : {}),
    ...(outputs.length > 0 ? { outputs } : {}),
    ...(registries.length > 0 ? { registries } : {}),
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

/**
 * Returns whether a stage gets no clone credentials: a public repository needs none, and steps of a fork
 * could steal them.
 */
function isOpenFork(repo: Repo, { event, source_repo }: Build): boolean {
  return !repo.isForgePrivate && event === 'pull_request' && source_repo !== repo.slug;
}

/** Returns the source branch of a pull request, if the forge has no ref for it in the target repository. */
function findCloneSource(
  forge: Forge,
  repo: Repo,
  { ref, source, source_repo }: Build,
): Pick<StageDetails, 'cloneSource'> {
  if (!forge.lacksPullRefs || readRef(ref).kind !== 'pull_request') return {};
  const url = forge.cloneUrl(homeOfCommits(forge, repo, source_repo));
  return { cloneSource: { url, ref: branchRef(source) } };
}
