import { type Environment, readWhole } from './read-variable.ts';

export interface QueueSettings {
  /** Hours after which a stage ends in error that no runner has started; 0 means never. */
  maxWaitHours: number;
  /** Number of times that a stage runs again by itself after a failure of the infrastructure. */
  infrastructureRetries: number;
}

export function readQueueSettings(env: Environment): QueueSettings {
  return {
    maxWaitHours: readWhole(env, 'MILLRACE_QUEUE_MAX_HOURS', 0, 0, 87_600),
    infrastructureRetries: readWhole(env, 'MILLRACE_INFRASTRUCTURE_RETRIES', 0, 0, 10),
  };
}
