import { availableParallelism } from 'node:os';
import { type Environment, readWhole } from './read-variable.ts';

/** Limits of concurrent sign-ins, and of attempts to guess a password. */
export interface SignInLimits {
  /** Number of passwords that are hashed concurrently, and length of the queue for it. */
  workers: number;
  queue: number;
  /** Failed attempts per minute: for one login from one address… */
  attempts: number;
  /** …from one address for all logins, and for one login from all addresses. */
  perAddress: number;
  perLogin: number;
}

/** One processor stays free for other work. */
const defaultWorkers = Math.min(4, Math.max(1, availableParallelism() - 1));

export function readSignInLimits(env: Environment): SignInLimits {
  return {
    workers: readWhole(env, 'MILLRACE_SIGN_IN_WORKERS', defaultWorkers, 1, 256),
    queue: readWhole(env, 'MILLRACE_SIGN_IN_QUEUE', 64, 0, 10_000),
    attempts: readWhole(env, 'MILLRACE_SIGN_IN_ATTEMPTS', 10, 1, 10_000),
    perAddress: readWhole(env, 'MILLRACE_SIGN_IN_ATTEMPTS_PER_ADDRESS', 60, 1, 100_000),
    perLogin: readWhole(env, 'MILLRACE_SIGN_IN_ATTEMPTS_PER_LOGIN', 60, 1, 100_000),
  };
}
