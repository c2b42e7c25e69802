import type { z } from 'zod/mini';
import { defineCall } from './endpoint.ts';
import type * as schema from './replay.schema.ts';

export type ReplayLookup = z.infer<typeof schema.lookup>;

export type Replay = z.infer<typeof schema.replay>;

/** Fails with 404 if no files are stored for the step. */
export const getReplayFiles = defineCall<typeof schema.getReplayFiles>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/replay/:stage/:step',
);

export const getReplay = defineCall<typeof schema.getReplay>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/replay',
);
