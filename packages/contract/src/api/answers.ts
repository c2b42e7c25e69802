import type { z } from 'zod/mini';
import type * as schema from './answers.schema.ts';
import { defineCall } from './endpoint.ts';

/** Maximum size of an answer, in bytes of JSON. */
export const maxAnswerBytes = 32_000;

export type AnsweredStep = z.infer<typeof schema.answeredStep>;

export type BuildAnswer = z.infer<typeof schema.buildAnswer>;

export const getBuildAnswer = defineCall<typeof schema.getBuildAnswer>()(
  'GET',
  '/api/repos/:namespace/:name/builds/:build/answer',
);
