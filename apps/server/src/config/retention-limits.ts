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
  const days = (kind: string, or = 0) =>
    readWhole(env, `MILLRACE_${kind}_DAYS`, or, 0, maxRetention.days);
  const count = (kind: string) =>
    readWhole(env, `MILLRACE_${kind}_COUNT`, 0, 0, maxRetention.count);
  return {
    limits: {
      build_days: days('BUILD'),
      build_count: count('BUILD'),
      log_days: days('LOG'),
      log_count: count('LOG'),
      artifact_days: days('ARTIFACT', 90),
      artifact_count: count('ARTIFACT'),
      test_days: days('TEST'),
      test_count: count('TEST'),
    },
    deployments: readWhole(env, 'MILLRACE_RETAINED_DEPLOYMENTS', 5, 1, 1000),
  };
}
