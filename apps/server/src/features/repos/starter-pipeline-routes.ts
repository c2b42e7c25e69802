import { pipelineFolderOf, pipelinePathsIn } from '@millrace/build-host/builds/pipeline-folder';
import type { ForeignFileThread } from '@millrace/build-host/foreign-files/foreign-file-thread';
import type { KnownRunner } from '@millrace/build-rules';
import {
  getStarterPipelines,
  listFirstPipelines,
  type StarterPipeline,
  type StarterPipelines,
} from '@millrace/contract/api';
import { type StarterType, starterTypes } from '@millrace/contract/vocabulary';
import { branchRef } from '@millrace/pipeline/git-ref';
import type { Repo } from '../../domain/repo.ts';
import { listStarterPipelines, type RunnerPlatform } from '../../domain/starter-pipelines.ts';
import type { Forge } from '../../forges/forge.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { RunnersPort } from '../runners/port.ts';
import { listForeignPipelines } from './foreign-pipelines.ts';

interface Deps {
  forge: Pick<Forge, 'findCommit' | 'listFolder' | 'readFile'>;
  runnersPort: Pick<RunnersPort, 'listKnownRunners'>;
  foreignFiles: Pick<ForeignFileThread, 'convert'>;
}

/** Suggests pipelines for accounts without repositories and for repositories without a pipeline file. */
export function registerStarterPipelineRoutes(routes: ApiRoutes, deps: Deps): void {
  const { forge } = deps;
  const hasPipelineFile = async (repo: Repo, sha: string, files: readonly string[]) =>
    files.includes(repo.configPath) ||
    (await forge.readFile(repo, sha, repo.configPath)) !== null ||
    hasFolderFile(repo, sha);

  const hasFolderFile = async (repo: Repo, sha: string) => {
    const folder = pipelineFolderOf(repo);
    const listed = folder === undefined ? null : await forge.listFolder(repo, sha, folder);
    return pipelinePathsIn(folder ?? '', listed?.files ?? []).length > 0;
  };

  const suggest = async (files: readonly string[]): Promise<StarterPipeline[]> => {
    const platforms = findPlatforms(await deps.runnersPort.listKnownRunners());
    return listStarterPipelines(files, platforms).map((pipeline) => ({
      ...pipeline,
      has_runner: platforms[pipeline.type] !== undefined,
    }));
  };

  routes.session(listFirstPipelines, () => suggest([]));

  routes.repo(getStarterPipelines, async ({ repo }): Promise<StarterPipelines> => {
    const commit = await forge.findCommit(repo, branchRef(repo.defaultBranch));
    const files = commit && ((await forge.listFolder(repo, commit.sha, ''))?.files ?? []);
    if (files && (await hasPipelineFile(repo, commit.sha, files))) {
      return { state: 'present', pipelines: [], converted: [] };
    }
    const pipelines = await suggest(files ?? []);
    const converted = commit
      ? await listForeignPipelines(deps, repo, { sha: commit.sha, files: files ?? [] })
      : [];
    return { state: commit ? 'missing' : 'empty', pipelines, converted };
  });
}

/** Finds the platform of a connected runner for each type. Runners with labels do not accept these pipelines. */
function findPlatforms(runners: readonly KnownRunner[]) {
  const platforms: Partial<Record<StarterType, RunnerPlatform>> = {};
  for (const type of starterTypes) {
    const runner = runners.find(
      (candidate) => candidate.type === type && Object.keys(candidate.labels ?? {}).length === 0,
    );
    if (runner) platforms[type] = { os: runner.os || 'linux', arch: runner.arch || 'amd64' };
  }
  return platforms;
}
