import { type Environment, readWhole } from './read-variable.ts';

/** Maximum number of open event streams. */
export interface StreamLimits {
  inAll: number;
  perAccount: number;
  perAddress: number;
}

export function readStreamLimits(env: Environment): StreamLimits {
  return {
    inAll: readWhole(env, 'MILLRACE_STREAMS', 12_000, 1, 1_000_000),
    perAccount: readWhole(env, 'MILLRACE_STREAMS_PER_ACCOUNT', 250, 1, 1_000_000),
    perAddress: readWhole(env, 'MILLRACE_STREAMS_PER_ADDRESS', 2000, 1, 1_000_000),
  };
}
