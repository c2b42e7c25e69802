import type { CallerLimits } from '../shared/caller-slots.ts';
import { type Environment, readWhole } from './read-variable.ts';

/** Limits of downloads of logs, artifacts and archives. */
export interface DownloadLimits extends CallerLimits {
  /** Time in which a client must read {@link minBytes}. */
  stallMs: number;
  minBytes: number;
}

export function readDownloadLimits(env: Environment): DownloadLimits {
  return {
    inAll: readWhole(env, 'MILLRACE_DOWNLOADS', 64, 1, 10_000),
    perAccount: readWhole(env, 'MILLRACE_DOWNLOADS_PER_ACCOUNT', 16, 1, 10_000),
    perAddress: readWhole(env, 'MILLRACE_DOWNLOADS_PER_ADDRESS', 24, 1, 10_000),
    waitMs: readWhole(env, 'MILLRACE_DOWNLOAD_WAIT_SEC', 30, 0, 3600) * 1000,
    turnMs: readWhole(env, 'MILLRACE_DOWNLOAD_TURN_SEC', 60, 0, 3600) * 1000,
    stallMs: readWhole(env, 'MILLRACE_DOWNLOAD_STALL_SEC', 60, 1, 3600) * 1000,
    minBytes: 64 * 1024,
  };
}
