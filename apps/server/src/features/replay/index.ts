import type { CreateFeature } from '../../feature.ts';
import { createReplayFilesStore } from './replay-files.ts';
import { registerReplayRoutes } from './replay-routes.ts';

/** Replay: what a program needs to run a step of a build on another machine. */
export const replay: CreateFeature = (core, ports) => ({
  ports: { storeReplayFiles: createReplayFilesStore({ ...core, ports }) },
  addRoutes: ({ api, downloads }) => registerReplayRoutes(api, { ...core, downloads, ports }),
});
