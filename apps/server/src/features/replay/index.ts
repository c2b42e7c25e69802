import { isOfFork } from '@millrace/build-host/builds/is-of-fork';
import type { CreateFeature } from '../../feature.ts';
import { createReplayFilesStore } from './replay-files.ts';
import { registerReplayRoutes } from './replay-routes.ts';

/** Replay: what a program needs to run a step of a build on another machine. */
export const replay: CreateFeature = (core, _ask, contributed) => ({
  stageInputs: async ({ repo, build }) => {
    const { replayFilesBytes } = core.config;
    const isStored = replayFilesBytes > 0 && !isOfFork(build.source_repo, repo.slug);
    return isStored ? { replayFilesBytes } : {};
  },
  stepFiles: { replay: createReplayFilesStore({ ...core, contributed }) },
  addRoutes: ({ api, downloads }) => registerReplayRoutes(api, { ...core, downloads, contributed }),
});
