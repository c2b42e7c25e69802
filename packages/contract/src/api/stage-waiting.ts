import type { z } from 'zod/mini';
import type * as schema from './stage-waiting.schema.ts';

export type StageWaiting = z.infer<typeof schema.stageWaiting>;

export const waitingReasons = [
  'approval',
  'manual',
  'dependencies',
  'paused',
  'limit',
  'throttle',
  'owner_limit',
  'no_runner',
  'runners_paused',
  'runners_protected',
  'busy',
  'cluster',
] as const satisfies StageWaiting['reason'][];
