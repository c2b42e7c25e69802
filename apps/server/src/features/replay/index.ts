import type { CreateFeature } from '../../feature.ts';
import { registerReplayRoutes } from './replay-routes.ts';

/** Replay: what a program needs to run a step of a build on another machine. */
export const replay: CreateFeature = (core, ports) => ({
  addRoutes: ({ api }) => registerReplayRoutes(api, { ...core, ports }),
});
