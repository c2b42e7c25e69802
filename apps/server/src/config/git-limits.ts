import { defineSettings, type SettingValues } from '@millrace/node-kit/settings/define-settings';

const day = 24 * 60 * 60;

/** Limits of git requests, in total and per client. */
export const gitSettings = defineSettings({
  inAll: {
    name: 'MILLRACE_GIT_REQUESTS',
    kind: 'whole',
    default: 32,
    min: 1,
    max: 10_000,
    text: 'Concurrent git requests. Further requests wait.',
  },
  perAccount: {
    name: 'MILLRACE_GIT_REQUESTS_PER_ACCOUNT',
    kind: 'whole',
    default: 8,
    min: 1,
    max: 10_000,
    text: 'Concurrent git requests of an account, and of an address.',
  },
  perAddress: {
    name: 'MILLRACE_GIT_REQUESTS_PER_ADDRESS',
    kind: 'whole',
    default: 8,
    min: 1,
    max: 10_000,
  },
  waitMs: {
    name: 'MILLRACE_GIT_WAIT_SEC',
    kind: 'seconds',
    default: 30,
    min: 0,
    max: day,
    text: 'Time that a git request may wait for a slot, take in total, and transfer nothing.',
  },
  timeoutMs: { name: 'MILLRACE_GIT_TIMEOUT_SEC', kind: 'seconds', default: 3600, min: 1, max: day },
  stallMs: { name: 'MILLRACE_GIT_STALL_SEC', kind: 'seconds', default: 60, min: 1, max: day },
  turnMs: {
    name: 'MILLRACE_GIT_TURN_SEC',
    kind: 'seconds',
    default: 300,
    min: 0,
    max: day,
    text: 'Time that a git request of a guest is guaranteed before others may replace it.',
  },
});

export type GitLimits = SettingValues<typeof gitSettings>;
