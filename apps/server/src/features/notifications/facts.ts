import { pageSlug } from '@millrace/contract/reserved-names';
import { buildEvents, statuses } from '@millrace/contract/vocabulary';
import { z } from 'zod/mini';

/** Result that a message announces. `fixed` is the first success after a failure. */
export const outcomes = ['failed', 'fixed', 'succeeded'] as const;
export type Outcome = (typeof outcomes)[number];

/** Failed stages, with their failed steps. */
const failedStages = z.array(z.object({ stage: z.string(), steps: z.array(z.string()) }));
export type FailedStages = z.infer<typeof failedStages>;

/** Facts about one finished attempt of a build. */
export const buildFacts = z.object({
  kind: z.enum(['build', 'test']),
  outcome: z.enum(outcomes),
  repoId: z.number(),
  repo: z.string(),
  build: z.number(),
  attempt: z.number(),
  status: z.enum(statuses),
  event: z.enum(buildEvents),
  branch: z.string(),
  ref: z.string(),
  /** Environment of a deployment; empty for none. */
  environment: z.string(),
  /** Name of the cron job; empty for none. */
  cron: z.string(),
  commit: z.string(),
  title: z.string(),
  author: z.string(),
  started: z.number(),
  finished: z.number(),
  /** URL of the build. */
  url: z.string(),
  failed: failedStages,
  /** URL of the first failed step, or of the build. */
  failedUrl: z.string(),
  /** Id of the first failed step. */
  failedStepId: z.optional(z.number()),
  /** Line of its log that explains best why it failed, read when the message is sent. Secrets in it are masked. */
  error: z.optional(z.string()),
});
export type BuildFacts = z.infer<typeof buildFacts>;

/** Results of the cron builds of one repository. */
const digestOfRepo = z.object({
  repoId: z.number(),
  repo: z.string(),
  /** URL of the repository. */
  url: z.string(),
  succeeded: z.number(),
  failed: z.number(),
  /** The newest failed builds. */
  failures: z.array(
    z.object({
      build: z.number(),
      cron: z.string(),
      branch: z.string(),
      url: z.string(),
      failed: failedStages,
    }),
  ),
});

/** Facts about all cron builds of a period. */
const digestFacts = z.object({
  kind: z.literal('digest'),
  period: z.enum(['daily', 'weekly']),
  /** Unix seconds. */
  end: z.number(),
  repos: z.array(digestOfRepo),
});
export type DigestFacts = z.infer<typeof digestFacts>;

/** Facts about a run of a cron job that started no build. */
const cronFacts = z.object({
  kind: z.literal('cron'),
  repoId: z.number(),
  repo: z.string(),
  cron: z.string(),
  branch: z.string(),
  /** Due time of the run, in Unix seconds. */
  due: z.number(),
  /** Why no build was started. */
  error: z.string(),
  /** URL of the repository's cron jobs. */
  url: z.string(),
});
export type CronFacts = z.infer<typeof cronFacts>;

/** Facts about a build that waits for an approval. */
const approvalFacts = z.object({
  kind: z.literal('approval'),
  repoId: z.number(),
  repo: z.string(),
  build: z.number(),
  attempt: z.number(),
  event: z.enum(buildEvents),
  branch: z.string(),
  /** Repository of the commit, if it is another one, such as a fork; otherwise empty. */
  source_repo: z.string(),
  commit: z.string(),
  title: z.string(),
  author: z.string(),
  /** URL of the build. */
  url: z.string(),
});
export type ApprovalFacts = z.infer<typeof approvalFacts>;

/** Facts that a message describes. Stored as JSON, so that later changes of builds do not change the message. */
export const messageFacts = z.discriminatedUnion('kind', [
  buildFacts,
  approvalFacts,
  cronFacts,
  digestFacts,
]);
export type MessageFacts = z.infer<typeof messageFacts>;

/** Facts of a message that only shows how messages look. */
export function sampleFacts(repo: string, publicUrl: string, nowSec: number): BuildFacts {
  const url = `${publicUrl}/${pageSlug(repo)}`;
  return {
    kind: 'test',
    outcome: 'failed',
    repoId: 0,
    repo,
    build: 1,
    attempt: 1,
    status: 'failure',
    event: 'push',
    branch: 'main',
    ref: 'refs/heads/main',
    environment: '',
    cron: '',
    commit: '0'.repeat(40),
    title: 'A sample commit',
    author: 'Ada Lovelace',
    started: nowSec - 90,
    finished: nowSec,
    url,
    failedUrl: url,
    failed: [{ stage: 'test', steps: ['unit'] }],
    error: 'AssertionError: expected 2 to be 3',
  };
}

/** Facts of a digest that only shows how digests look. */
export function sampleDigest(repo: string, publicUrl: string, nowSec: number): DigestFacts {
  const url = `${publicUrl}/${pageSlug(repo)}`;
  const failed = [{ stage: 'test', steps: ['unit'] }];
  const failures = [{ build: 1, cron: 'nightly', branch: 'main', url, failed }];
  const sample = { repoId: 0, repo, url, succeeded: 11, failed: 1, failures };
  return { kind: 'digest', period: 'daily', end: nowSec, repos: [sample] };
}
