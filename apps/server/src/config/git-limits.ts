import type { CallerLimits } from '../shared/caller-slots.ts';
import { type Environment, readWhole } from './read-variable.ts';

/** Limits of git requests, in total and per client. */
export interface GitLimits extends CallerLimits {
  /** Maximum duration of a request. */
  timeoutMs: number;
  /** Maximum time in which a client transfers no bytes. */
  stallMs: number;
}

export function readGitLimits(env: Environment): GitLimits {
  const day = 24 * 60 * 60;
  return {
    inAll: readWhole(env, 'MILLRACE_GIT_REQUESTS', 32, 1, 10_000),
    perAccount: readWhole(env, 'MILLRACE_GIT_REQUESTS_PER_ACCOUNT', 8, 1, 10_000),
    perAddress: readWhole(env, 'MILLRACE_GIT_REQUESTS_PER_ADDRESS', 8, 1, 10_000),
    waitMs: readWhole(env, 'MILLRACE_GIT_WAIT_SEC', 30, 0, day) * 1000,
    turnMs: readWhole(env, 'MILLRACE_GIT_TURN_SEC', 300, 0, day) * 1000,
    timeoutMs: readWhole(env, 'MILLRACE_GIT_TIMEOUT_SEC', 3600, 1, day) * 1000,
    stallMs: readWhole(env, 'MILLRACE_GIT_STALL_SEC', 60, 1, day) * 1000,
  };
}
