import { maxRetention } from '@millrace/contract/retention';
import type { RetentionLimits } from '../domain/retention.ts';
import { type Environment, readWhole } from './read-variable.ts';

export interface RetentionSettings {
  limits: RetentionLimits;
  /** Number of successful deployments retained for each environment. */
  deployments: number;
}

/** Reads the retention of the data of builds. 0 means no limit. */
export function readRetention(env: Environment): RetentionSettings {
  const days = (name: string, or = 0) => readWhole(env, name, or, 0, maxRetention.days);
  const count = (name: string) => readWhole(env, name, 0, 0, maxRetention.count);
  return {
    limits: {
      build_days: days('MILLRACE_BUILD_DAYS'),
      build_count: count('MILLRACE_BUILD_COUNT'),
      log_days: days('MILLRACE_LOG_DAYS'),
      log_count: count('MILLRACE_LOG_COUNT'),
      artifact_days: days('MILLRACE_ARTIFACT_DAYS', 90),
      artifact_count: count('MILLRACE_ARTIFACT_COUNT'),
      test_days: days('MILLRACE_TEST_DAYS'),
      test_count: count('MILLRACE_TEST_COUNT'),
    },
    deployments: readWhole(env, 'MILLRACE_RETAINED_DEPLOYMENTS', 5, 1, 1000),
  };
}
