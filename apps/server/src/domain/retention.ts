import type { Build } from '@millrace/build-rules';
import {
  type RetainedData,
  type RetentionName,
  retainedData,
  retentionNames,
} from '@millrace/contract/retention';
import { isFinished } from '@millrace/contract/vocabulary';

/** Maximum age in days and number of newest builds for each kind of data; 0 means no limit. */
export type RetentionLimits = Record<RetentionName, number>;

/** A limit set for a repository. It exceeds the limit of the server only if a system admin set it. */
export interface OwnLimit {
  value: number;
  isBeyond: boolean;
}

/** Limits set for a repository. The server's limit applies if there is none. */
export type OwnRetention = Partial<Record<RetentionName, OwnLimit>>;

/** Returns the limits that apply to a repository. */
export function retentionOf(own: OwnRetention, server: RetentionLimits): RetentionLimits {
  const limits = { ...server };
  for (const name of retentionNames) {
    const limit = own[name];
    if (limit && (limit.isBeyond || !exceeds(limit.value, server[name])))
      limits[name] = limit.value;
  }
  return limits;
}

/** Returns whether a limit retains more than another one. 0 retains everything. */
export function exceeds(limit: number, other: number): boolean {
  if (other === 0) return false;
  return limit === 0 || limit > other;
}

/** Facts about a build that retention depends on. */
export type RetainedBuild = Pick<
  Build,
  | 'number'
  | 'status'
  | 'event'
  | 'target'
  | 'deployTo'
  | 'bisection'
  | 'parent'
  | 'after'
  | 'created'
  | 'finished'
  | 'isPinned'
  | 'expired'
>;

interface Options {
  limits: RetentionLimits;
  nowSec: number;
  /** Branches whose newest builds are retained. */
  branches: ReadonlySet<string>;
  /** Number of successful deployments retained for each environment. */
  deployments: number;
}

const daySec = 86_400;

/**
 * Returns a function that decides what to delete of each build of a repository. It must be called with all
 * builds, newest first. These are always retained:
 *
 * - unfinished and pinned builds
 * - the newest build and the newest successful build of each branch, of all and of its pushes, and the newest restart of its
 *   newest commit
 * - the newest deployment and the newest successful deployments of each environment, and the builds that they
 *   deployed: a rollback deploys one of these again
 */
export function createRetention(options: Options): (build: RetainedBuild) => RetainedData[] {
  const isRetained = createKeeper(options);
  let rank = 0;
  return (build) => {
    if (!build.bisection) rank++;
    // Also for builds that are retained for another reason: it counts builds.
    const isSpared = isRetained(build);
    if (isSpared || build.isPinned || !isFinished(build.status)) return [];
    return retainedData.filter((data) => {
      if (data !== 'build' && build.expired.includes(data)) return false;
      const days = options.limits[`${data}_days`];
      const count = options.limits[`${data}_count`];
      const end = Math.max(build.created, build.finished);
      return (days > 0 && end < options.nowSec - days * daySec) || (count > 0 && rank > count);
    });
  };
}

function createKeeper({ branches, deployments }: Options): (build: RetainedBuild) => boolean {
  const seen = new Set<string>();
  const successes = new Map<string, number>();
  const deployed = new Set<number>();
  const isFirst = (key: string) => !seen.has(key) && Boolean(seen.add(key));
  const keepsDeployment = ({ deployTo, status, parent }: RetainedBuild) => {
    const isNewest = isFirst(`deployment ${deployTo}`);
    const count = successes.get(deployTo) ?? 0;
    const isSuccess = status === 'success' && count < deployments;
    if (isSuccess) successes.set(deployTo, count + 1);
    if (isNewest || isSuccess) deployed.add(parent);
    return isNewest || isSuccess;
  };
  const keepsState = ({ event, parent, target, status, after }: RetainedBuild) => {
    if (event !== 'push') return false;
    // Only builds of the newest commit follow its push, but the push comes later here.
    if (parent > 0) return !seen.has(`pushed ${target}`) && isFirst(`restart ${target} ${after}`);
    const isNewest = isFirst(`pushed ${target}`);
    return (status === 'success' && isFirst(`pushed success ${target}`)) || isNewest;
  };
  const keepsBranch = (build: RetainedBuild) => {
    const { event, target, status, bisection } = build;
    if (bisection || event === 'pull_request' || !branches.has(target)) return false;
    const isState = keepsState(build);
    const isNewest = isFirst(`branch ${target}`);
    return (status === 'success' && isFirst(`success ${target}`)) || isNewest || isState;
  };
  return (build) => {
    const isRetained =
      build.deployTo && !build.bisection ? keepsDeployment(build) : keepsBranch(build);
    return isRetained || deployed.has(build.number);
  };
}
