import { availableParallelism } from 'node:os';
import { defineSettings, type SettingValues } from '@millrace/node-kit/settings/define-settings';

/** One processor stays free for other work. */
const defaultWorkers = Math.min(4, Math.max(1, availableParallelism() - 1));

/** Limits of concurrent sign-ins, and of attempts to guess a password. */
export const signInSettings = defineSettings({
  attempts: {
    name: 'MILLRACE_SIGN_IN_ATTEMPTS',
    kind: 'whole',
    default: 10,
    min: 1,
    max: 10_000,
    text: 'Failed sign-ins in a minute for a login from one address, including those in progress; then 429 with `Retry-After`.',
  },
  perAddress: {
    name: 'MILLRACE_SIGN_IN_ATTEMPTS_PER_ADDRESS',
    kind: 'whole',
    default: 60,
    min: 1,
    max: 100_000,
    text: 'Failed sign-ins in a minute from an address (IPv6: one /64) with all logins, and for a login from all addresses, of which a new one always has three.',
  },
  perLogin: {
    name: 'MILLRACE_SIGN_IN_ATTEMPTS_PER_LOGIN',
    kind: 'whole',
    default: 60,
    min: 1,
    max: 100_000,
  },
  workers: {
    name: 'MILLRACE_SIGN_IN_WORKERS',
    kind: 'whole',
    default: defaultWorkers,
    min: 1,
    max: 256,
    unset: 'processors less one, 1 to 4',
    text: 'Passwords hashed at the same time.',
  },
  queue: {
    name: 'MILLRACE_SIGN_IN_QUEUE',
    kind: 'whole',
    default: 64,
    min: 0,
    max: 10_000,
    text: 'Sign-ins that wait until their password is hashed, in rotation of addresses; then 429 with `Retry-After`.',
  },
});

export type SignInLimits = SettingValues<typeof signInSettings>;
