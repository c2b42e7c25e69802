import { StartError } from '@millrace/node-kit/start-error';
import { buildEvents } from '@millrace/pipeline/vocabulary';
import { z } from 'zod';
import { type BuildFacts, completeFacts } from './build-facts.ts';

const factsSchema = z.strictObject({
  event: z.enum(buildEvents).optional(),
  action: z.string().optional(),
  branch: z.string().optional(),
  source: z.string().optional(),
  sourceRepo: z.string().optional(),
  sender: z.string().optional(),
  ref: z.string().optional(),
  before: z.string().optional(),
  after: z.string().optional(),
  target: z.string().optional(),
  cron: z.string().optional(),
  repo: z
    .string()
    .regex(/^[^/]+\/[^/]+$/, 'must be namespace/name')
    .optional(),
  defaultBranch: z.string().optional(),
  trusted: z.boolean().optional(),
  params: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
    .optional(),
  changedFiles: z.array(z.string()).optional(),
});

/**
 * Parses properties of a build from JSON. Missing ones are those of a push to the default branch.
 *
 * @param prefix prefix of error messages
 */
export function readBuildFacts(text: string, prefix = ''): BuildFacts {
  const parsed = factsSchema.safeParse(parseJson(text, prefix));
  if (parsed.success) return completeFacts(parsed.data);
  const [issue] = parsed.error.issues;
  const key = issue?.path.join('.');
  throw new StartError(
    `${prefix}The facts of the build are wrong: ${key ? `${key}: ` : ''}${issue?.message}`,
  );
}

function parseJson(text: string, prefix: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(
      `${prefix}The facts of the build are not JSON: ${(error as Error).message}`,
    );
  }
}
