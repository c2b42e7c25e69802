import type { z } from 'zod/mini';
import type * as schema from './build.schema.ts';

export type Step = z.infer<typeof schema.step>;

export type Stage = z.infer<typeof schema.stage>;

export type BuildAttempt = z.infer<typeof schema.buildAttempt>;

export type Build = z.infer<typeof schema.build>;
