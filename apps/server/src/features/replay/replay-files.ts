import { isOfFork } from '@millrace/build-host/builds/is-of-fork';
import { replayFilesPath, type StoreFile } from '@millrace/build-host/files/step-file';
import { AppError, badRequest, notFound } from '@millrace/contract/api-errors';
import { formatSize } from '@millrace/contract/format-size';
import type { Contributed } from '../../contributions.ts';
import type { Core } from '../../core.ts';

interface Deps extends Pick<Core, 'builds' | 'stages' | 'repos' | 'config'> {
  contributed: Pick<Contributed, 'storedFiles'>;
}

/** Stores the archive of files that a failed step found. Builds of forks cannot store any. */
export function createReplayFilesStore({ config, contributed, ...core }: Deps): StoreFile {
  const { replayFilesBytes: maxBytes } = config;
  return async (step, file, signal) => {
    const stage = await core.stages.findById(step.stageId);
    const build = stage && (await core.builds.findById(stage.buildId));
    const repo = stage && (await core.repos.findById(stage.repoId));
    if (!build || !repo) throw notFound();
    const [files] = contributed.storedFiles;
    if (maxBytes === 0 || !files) throw badRequest('This server stores no files for replays');
    if (isOfFork(build.sourceRepo, repo.slug)) {
      throw badRequest('Builds of forks store no files for replays');
    }
    if (file.size > maxBytes) {
      throw new AppError(
        413,
        `It has ${formatSize(file.size)}, and the limit is ${formatSize(maxBytes)}`,
      );
    }
    await files.store(step, { ...file, path: replayFilesPath }, signal);
  };
}
