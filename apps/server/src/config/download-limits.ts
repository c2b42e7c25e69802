import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { type Environment, readSettings } from '@millrace/node-kit/settings/read-settings';
import type { CallerLimits } from '../shared/caller-slots.ts';

/** Limits of downloads of logs, artifacts and archives. */
export interface DownloadLimits extends CallerLimits {
  /** Time in which a client must read {@link minBytes}. */
  stallMs: number;
  minBytes: number;
}

export const downloadSettings = defineSettings({
  inAll: {
    name: 'MILLRACE_DOWNLOADS',
    kind: 'whole',
    default: 64,
    min: 1,
    max: 10_000,
    text: 'Concurrent downloads of logs, artifacts and archives; guests together get three quarters. Further downloads wait.',
  },
  perAccount: {
    name: 'MILLRACE_DOWNLOADS_PER_ACCOUNT',
    kind: 'whole',
    default: 16,
    min: 1,
    max: 10_000,
    text: 'Concurrent downloads of an account, and of an address (IPv6: one /64).',
  },
  perAddress: {
    name: 'MILLRACE_DOWNLOADS_PER_ADDRESS',
    kind: 'whole',
    default: 24,
    min: 1,
    max: 10_000,
  },
  waitMs: {
    name: 'MILLRACE_DOWNLOAD_WAIT_SEC',
    kind: 'seconds',
    default: 30,
    min: 0,
    max: 3600,
    text: 'Seconds that a download waits for a slot, then 503 with `Retry-After`. Eight times the concurrent downloads may wait.',
  },
  stallMs: {
    name: 'MILLRACE_DOWNLOAD_STALL_SEC',
    kind: 'seconds',
    default: 60,
    min: 1,
    max: 3600,
    text: 'Seconds in which a download must read 64 KiB, or the rest.',
  },
  turnMs: {
    name: 'MILLRACE_DOWNLOAD_TURN_SEC',
    kind: 'seconds',
    default: 60,
    min: 0,
    max: 3600,
    text: 'Seconds that a download of a guest is guaranteed. Afterwards it is ended if others wait, unless another address has more or slower ones.',
  },
});

export function readDownloadLimits(env: Environment): DownloadLimits {
  return { ...readSettings(env, downloadSettings), minBytes: 64 * 1024 };
}
