import type { BuildInput } from '@millrace/build-host/builds/build-input';
import type { RepoRules } from '@millrace/build-rules';
import type { Db } from '../db/database.ts';
import type { Repo } from '../domain/repo.ts';

/** Request for a new build, and how the server answers it. */
export interface BuildRequest extends BuildInput {
  /** The delivery is so old that the build no longer waits for the changed paths. */
  isOverdue?: boolean;
  /** Whether an administrator of the repository asked for it. */
  isByAdmin?: boolean;
  /** Notes for the page of the build. */
  warnings?: string[];
  /** Files that changed since `before`, if the event or the restarted build lists them. */
  listedPaths?: string[] | undefined;
  /** Parameters that must match their declaration in the pipeline file: all, or these names. */
  checksParams?: true | ReadonlySet<string>;
  /** Claims the request in the transaction that stores the build. Returns false if it was already processed. */
  claim?: (db: Db) => Promise<boolean>;
  /** Pipeline file, unless it must be read from the commit. */
  config?: string;
}

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
