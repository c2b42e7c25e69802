import { type BuildEvent, buildEvents } from '@millrace/contract/vocabulary';
import { StartError } from '@millrace/node-kit/start-error';
import { branchRef, tagRef } from '@millrace/pipeline/git-ref';
import { z } from 'zod';

const defaultRepo = 'octocat/hello-world';
const noCommit = '0'.repeat(40);
/** Actions of events that create something. */
const firstActions: Partial<Record<BuildEvent, string>> = { pull_request: 'opened', tag: 'create' };

const factsSchema = z.strictObject({
  event: z.enum(buildEvents).optional(),
  action: z.string().optional(),
  branch: z.string().optional(),
  source: z.string().optional(),
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

/** Properties of the build that a dry run simulates. */
export interface BuildFacts {
  event: BuildEvent;
  action: string;
  branch: string;
  source: string;
  ref: string;
  before: string;
  after: string;
  /** Target of a promotion or a rollback. */
  target: string;
  cron: string;
  repo: { namespace: string; name: string };
  defaultBranch: string;
  trusted: boolean;
  params: Record<string, string>;
  changedFiles: string[] | undefined;
}

/**
 * Parses properties of a build from JSON. Missing ones are those of a push to the default branch.
 *
 * @param place prefix of error messages
 */
export function readBuildFacts(text: string, place = ''): BuildFacts {
  const parsed = factsSchema.safeParse(parseJson(text, place));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = issue?.path.join('.');
    throw new StartError(
      `${place}The facts of the build are wrong: ${key ? `${key}: ` : ''}${issue?.message}`,
    );
  }
  const given = parsed.data;
  const event = given.event ?? 'push';
  const [namespace = '', name = ''] = (given.repo ?? defaultRepo).split('/');
  const defaultBranch = given.defaultBranch ?? 'main';
  const branch = given.branch ?? branchOf(given.ref) ?? defaultBranch;
  return {
    event,
    action: given.action ?? firstActions[event] ?? '',
    branch,
    source: given.source ?? branch,
    ref: given.ref ?? refOf(event, branch),
    before: given.before ?? '',
    after: given.after ?? noCommit,
    target: given.target ?? '',
    cron: given.cron ?? '',
    repo: { namespace, name },
    defaultBranch,
    trusted: given.trusted ?? false,
    params: given.params ?? {},
    changedFiles: given.changedFiles,
  };
}

function parseJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StartError(
      `${place}The facts of the build are not JSON: ${(error as Error).message}`,
    );
  }
}

/** Returns the branch of a ref. For a tag, it is the name of the tag. */
function branchOf(ref: string | undefined): string | undefined {
  return /^refs\/(?:heads|tags)\/(.+)$/s.exec(ref ?? '')?.[1];
}

function refOf(event: BuildEvent, branch: string): string {
  if (event === 'tag') return tagRef(branch);
  return event === 'pull_request' ? 'refs/pull/1/head' : branchRef(branch);
}
