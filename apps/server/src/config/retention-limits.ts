import { maxRetention } from '@millrace/contract/retention';
import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { type Environment, readSettings } from '@millrace/node-kit/settings/read-settings';
import type { RetentionLimits } from '../domain/retention.ts';

export interface RetentionSettings {
  limits: RetentionLimits;
  /** Number of successful deployments retained for each environment. */
  deployments: number;
}

const days = { kind: 'whole', default: 0, min: 0, max: maxRetention.days } as const;
const count = { kind: 'whole', default: 0, min: 0, max: maxRetention.count } as const;

/** Retention of the data of builds. 0 means no limit. */
export const retentionLimitSettings = defineSettings({
  build_days: {
    ...days,
    name: 'MILLRACE_BUILD_DAYS',
    text: 'Age in days, and number of builds of a repository, after which builds are deleted; `0` for no limit.',
  },
  build_count: { ...count, name: 'MILLRACE_BUILD_COUNT' },
  log_days: {
    ...days,
    name: 'MILLRACE_LOG_DAYS',
    text: 'Age in days, and number of builds, after which the logs of builds are deleted; `0` for no limit. The builds remain.',
  },
  log_count: { ...count, name: 'MILLRACE_LOG_COUNT' },
  artifact_days: {
    ...days,
    name: 'MILLRACE_ARTIFACT_DAYS',
    default: 90,
    text: 'Age in days, and number of builds, after which the artifacts of builds are deleted; `0` for no limit.',
  },
  artifact_count: { ...count, name: 'MILLRACE_ARTIFACT_COUNT' },
  test_days: {
    ...days,
    name: 'MILLRACE_TEST_DAYS',
    text: 'Age in days, and number of builds, after which the test results of builds are deleted; `0` for no limit.',
  },
  test_count: { ...count, name: 'MILLRACE_TEST_COUNT' },
});

export const deploymentSettings = defineSettings({
  deployments: {
    name: 'MILLRACE_RETAINED_DEPLOYMENTS',
    kind: 'whole',
    default: 5,
    min: 1,
    max: 1000,
    text: 'Successful deployments of each environment that are always retained; 1 to 1000.',
  },
});

export function readRetention(env: Environment): RetentionSettings {
  return {
    limits: readSettings(env, retentionLimitSettings),
    ...readSettings(env, deploymentSettings),
  };
}
