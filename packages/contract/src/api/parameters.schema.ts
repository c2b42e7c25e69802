import { z } from 'zod/mini';
import { parameterEvents, parameterTypes } from '../vocabulary.ts';
import { defineDetails } from './endpoint.ts';
import { branchOrTag } from './names.schema.ts';

/** Build parameters declared by the pipeline file. */
export const buildParameter = z.object({
  name: z.string(),
  type: z.enum(parameterTypes),
  description: z.optional(z.string()),
  required: z.boolean(),
  default: z.optional(z.string()),
  /** Options of type `choice`. */
  choices: z.optional(z.array(z.string())),
});

export const listBuildParameters = defineDetails({
  access: 'write',
  summary:
    'Get the parameters that the pipeline file declares for an event (default `custom`), at the `commit`, at the head of the `branch`, or for the `build`',
  query: z.object({
    event: z.optional(
      z.enum(parameterEvents, `Invalid query: event must be one of ${parameterEvents.join(', ')}`),
    ),
    branch: z.optional(branchOrTag),
    commit: z.optional(z.string()),
    build: z.optional(
      z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Invalid query: build must be its number')),
    ),
  }),
  output: z.array(buildParameter),
});
