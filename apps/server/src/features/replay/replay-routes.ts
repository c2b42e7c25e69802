import { isOfFork } from '@millrace/build-host/builds/is-of-fork';
import { replayFilesPath } from '@millrace/build-host/files/step-file';
import { getReplay, getReplayFiles } from '@millrace/contract/api';
import { missing } from '@millrace/contract/api-errors';
import type { BuildReadModel } from '../../builds/read/build-read-model.ts';
import { readFilledFile } from '../../builds/read-filled-file.ts';
import type { StageStore } from '../../builds/stage-store.ts';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';
import { answerArchive } from '../../http/answer-archive.ts';
import type { ApiRoutes } from '../../http/api-routes.ts';
import type { Downloads } from '../../http/downloads.ts';
import { toRepoJson } from '../../repositories/repo-mapper.ts';
import { askAll } from '../../shared/ask.ts';
import { describeServer } from '../../shared/describe-server.ts';

interface Deps extends Pick<Core, 'builds' | 'forge' | 'pipelineReader' | 'publicUrl'> {
  buildReadModel: Pick<BuildReadModel, 'findById'>;
  stages: Pick<StageStore, 'findStepId'>;
  contributed: Pick<Contributed, 'replayParts' | 'storedFiles'>;
  downloads: Downloads;
}

export function registerReplayRoutes(
  routes: ApiRoutes,
  {
    builds,
    buildReadModel,
    stages,
    forge,
    pipelineReader,
    publicUrl,
    contributed,
    downloads,
  }: Deps,
): void {
  routes.repo(getReplay, async ({ repo, params }) => {
    const found = await builds.findByNumber(repo.id, params.build);
    const build = found && (await buildReadModel.findById(found.id));
    if (!build) throw missing(`There is no build ${params.build}`);
    const { changedPaths, ...file } = await builds.findFile(build.id);
    const config = await readFilledFile(pipelineReader, repo.slug, file, build);
    if (config === '') throw missing('The pipeline file of this build is not stored');
    const isFork = isOfFork(build.source_repo, repo.slug);
    const parts = await askAll(contributed.replayParts, build);
    return {
      repository: { ...toRepoJson(repo, forge), trusted: repo.trusted && !isFork },
      build,
      config,
      ...(changedPaths ? { changed_paths: changedPaths } : {}),
      outputs: parts.flatMap(({ outputs = [] }) => outputs),
      lookups: parts.flatMap(({ lookups = [] }) => lookups),
      deleted_artifacts: parts.flatMap((part) => part.deleted_artifacts ?? []),
      system: describeServer(publicUrl()),
    };
  });

  routes.repo(getReplayFiles, async ({ repo, params, ...call }) => {
    await downloads.begin(call);
    const stepId = await stages.findStepId({ repoId: repo.id, ...params });
    const [files] = contributed.storedFiles;
    const found = stepId && (await files?.open(stepId, replayFilesPath));
    if (!found) throw missing('No files are stored for this step');
    return answerArchive(found);
  });
}
