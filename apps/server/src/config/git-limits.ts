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
    text: 'Concurrent git requests; guests together get three quarters. Further requests wait.',
  },
  perAccount: {
    name: 'MILLRACE_GIT_REQUESTS_PER_ACCOUNT',
    kind: 'whole',
    default: 8,
    min: 1,
    max: 10_000,
    text: 'Concurrent git requests of an account, or of the builds of a repository; and of an address, where builds do not count.',
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
    text: 'Seconds that a git request waits for a slot, then 503 with `Retry-After`. Eight times the concurrent requests may wait.',
  },
  timeoutMs: {
    name: 'MILLRACE_GIT_TIMEOUT_SEC',
    kind: 'seconds',
    default: 3600,
    min: 1,
    max: day,
    text: 'Maximum duration of a git request in seconds.',
  },
  stallMs: {
    name: 'MILLRACE_GIT_STALL_SEC',
    kind: 'seconds',
    default: 60,
    min: 1,
    max: day,
    text: 'Seconds without progress of a git client, and for everything that a fetch requests.',
  },
  turnMs: {
    name: 'MILLRACE_GIT_TURN_SEC',
    kind: 'seconds',
    default: 300,
    min: 0,
    max: day,
    text: 'Seconds that a git request of a guest is guaranteed. Afterwards it is ended if others wait, unless another address has more or slower ones.',
  },
});

export type GitLimits = SettingValues<typeof gitSettings>;
