import type { Reader, RepoRules } from '@millrace/build-rules';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { StepName } from '@millrace/pipeline';
import type { Db } from '../db/database.ts';
import type { Repo } from '../domain/repo.ts';
import type { ForgeCommit } from '../forges/forge.ts';

/** People who plan. Guests wait for guests alone. */
export type PlanAudience = 'account' | 'guest';

/** Input for a new build. */
export interface BuildRequest {
  event: BuildEvent;
  /** Action of a pull request or a tag, such as `opened`, `synchronized` or `create`. */
  action?: string;
  /** `@hook`, `@cron`, or the login of the person who asked. */
  trigger: string;
  /** Id of the webhook delivery and ref, or of a request of a person: the same delivery creates no second build. */
  delivery?: string;
  /** The delivery is so old that the build no longer waits for the changed paths. */
  isOverdue?: boolean;
  /** The authenticated account that caused the event, not the author of the commit. */
  sender: string;
  /** Absent for the sender. */
  reader?: Reader;
  /** Whether an administrator of the repository asked for it. */
  isByAdmin?: boolean;
  ref: string;
  /** Branch to build, or target branch of a pull request. Empty for a tag of which the forge names no branch. */
  target: string;
  /** Source branch of a pull request; otherwise the same as `target`. */
  source?: string;
  /** Slug of the source repository of a pull request. */
  sourceRepo?: string;
  commit: ForgeCommit;
  /** Notes for the page of the build. */
  warnings?: string[];
  /** Title of a pull request. */
  title?: string;
  /** Description of a pull request. Otherwise the message of the commit is used. */
  message?: string;
  /** Page of the event at the forge, if it is not that of the commit. */
  link?: string;
  before?: string;
  /** Files that changed since `before`, if the event or the restarted build lists them. */
  listedPaths?: string[] | undefined;
  parent?: number;
  params?: Record<string, string>;
  /** Parameters that must match their declaration in the pipeline file: all, or these names. */
  checksParams?: true | ReadonlySet<string>;
  debug?: boolean;
  /** Step before which the build pauses. */
  pauseBefore?: { stage: string; step: string } | undefined;
  cron?: string;
  /** Environment of a promotion or a rollback. */
  deployTo?: string;
  /** Claims the request in the transaction that stores the build. Returns false if it was already processed. */
  claim?: (db: Db) => Promise<boolean>;
  /** Pipeline file, unless it must be read from the commit. */
  config?: string;
  /** Audience of a plan; undefined for a build. The scripts of plans have their own queues. */
  dryRunFor?: PlanAudience;
  /** Whether templates of the organization are refused, because the person who asks may not read them. */
  refusesTemplates?: boolean;
  /** Bisection that the build belongs to, with the only step that it runs. */
  bisection?: StepName & { id: number };
}

/** The `trigger` of builds that a webhook delivery creates. */
export const hookTrigger = '@hook';
/** The `trigger` of builds of cron jobs. */
export const cronTrigger = '@cron';

export function rulesOf(repo: Repo): RepoRules {
  return {
    ignorePullRequests: repo.ignorePullRequests,
    ignoreForks: repo.ignoreForks,
    isProtected: repo.protected,
    autoCancelPullRequests: repo.autoCancelPullRequests,
    autoCancelPushes: repo.autoCancelPushes,
    autoCancelRunning: repo.autoCancelRunning,
  };
}
