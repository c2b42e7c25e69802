import type { BuildEvent } from '@millrace/contract/vocabulary';
import type { Db } from '../db/database.ts';
import type { RepoRules } from '../domain/build-rules.ts';
import type { Repo } from '../domain/repo.ts';
import type { ForgeCommit } from '../forges/forge.ts';

/** Input for a new build. */
export interface BuildRequest {
  event: BuildEvent;
  /** Action of a pull request event, such as `opened` or `synchronized`. */
  action?: string;
  /** `@hook`, `@cron`, or the login of the person who asked. */
  trigger: string;
  /** Names what a forge told, once for each ref: told again, it makes no other build. */
  delivery?: string;
  /** Told so long ago that it waits no more for what the forge may never tell: what changed. */
  isOverdue?: boolean;
  /** The authenticated account behind it, never the commit's author. */
  sender: string;
  ref: string;
  /** The branch that is built, or that a pull request is for; for a tag its name. */
  target: string;
  /** The branch that a pull request comes from; `target` for everything else. */
  source?: string;
  /** Slug of the repository that a pull request comes from. */
  sourceRepo?: string;
  commit: ForgeCommit;
  title?: string;
  /** Page of the event at the forge, if it is not that of the commit. */
  link?: string;
  before?: string;
  /** Files that changed since `before`, where the event or the build that is restarted lists them. */
  listedPaths?: string[] | undefined;
  parent?: number;
  params?: Record<string, string>;
  /** Parameters that must be as the pipeline file declares them: all, or those with these names. */
  checksParams?: true | ReadonlySet<string>;
  debug?: boolean;
  cron?: string;
  /** Environment of a promotion or a rollback. */
  deployTo?: string;
  /** Takes what asks for the build, in the transaction that stores it; false where it was taken before. */
  claim?: (db: Db) => Promise<boolean>;
  /** The pipeline file, where it is not to be read from the commit again. */
  config?: string;
}

/** The `trigger` of what a forge told. */
export const hookTrigger = '@hook';

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
