import type { Reader } from '@millrace/build-rules';
import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { StepName } from '@millrace/pipeline';

/** Commit of a build. */
export interface BuiltCommit {
  sha: string;
  message: string;
  authorLogin: string;
  authorName: string;
  authorEmail: string;
  authorAvatar: string;
  committedSec: number;
}

/** People who plan. Guests wait for guests alone. */
export type PlanAudience = 'account' | 'guest';

/** Input for a new build. */
export interface BuildInput {
  event: BuildEvent;
  /** Action of a pull request or a tag, such as `opened`, `synchronized` or `create`. */
  action?: string;
  /** `@hook`, `@cron`, or the login of the person who asked. */
  trigger: string;
  /** Id of the webhook delivery and ref, or of a request of a person: the same delivery creates no second build. */
  delivery?: string;
  /** The authenticated account that caused the event, not the author of the commit. */
  sender: string;
  /** Absent for the sender. */
  reader?: Reader;
  ref: string;
  /** Branch to build, or target branch of a pull request. Empty for a tag of which the forge names no branch. */
  target: string;
  /** Source branch of a pull request; otherwise the same as `target`. */
  source?: string;
  /** Slug of the source repository of a pull request. */
  sourceRepo?: string;
  commit: BuiltCommit;
  /** Title of a pull request. */
  title?: string;
  /** Description of a pull request. Otherwise the message of the commit is used. */
  message?: string;
  /** Page of the event at the forge, if it is not that of the commit. */
  link?: string;
  before?: string;
  parent?: number;
  params?: Record<string, string>;
  debug?: boolean;
  /** Step before which the build pauses. */
  pauseBefore?: { stage: string; step: string } | undefined;
  cron?: string;
  /** Environment of a promotion or a rollback. */
  deployTo?: string;
  /** Whether templates of the organization are refused, because the person who asks may not read them. */
  refusesTemplates?: boolean;
  /** Bisection that the build belongs to, with the only step that it runs. */
  bisection?: StepName & { id: number };
  /** Audience of a plan; undefined for a build. The scripts of plans have their own queues. */
  dryRunFor?: PlanAudience;
}

/** The `trigger` of builds that a webhook delivery creates. */
export const hookTrigger = '@hook';
/** The `trigger` of builds of cron jobs. */
export const cronTrigger = '@cron';
