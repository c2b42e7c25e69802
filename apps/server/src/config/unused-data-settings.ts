import { defineSettings } from '@millrace/node-kit/settings/define-settings';

const days = { kind: 'whole', min: 0, max: 36_500 } as const;

/** Retention of what is stored beside builds, and would grow without end. */
export const unusedDataSettings = defineSettings({
  branchDays: {
    ...days,
    name: 'MILLRACE_BRANCH_DAYS',
    default: 365,
    text: 'Days after its last build until a branch or pull request is no longer listed and retains no builds, except the default branch; `0` for no limit.',
  },
  causeDays: {
    ...days,
    name: 'MILLRACE_CAUSE_DAYS',
    default: 365,
    text: 'Days after its last failure until a [cause](failing-builds.md#what-failed-since-when-and-why) of a repository is deleted, unless it has a name, an issue or retries; `0` for no limit.',
  },
  terminalDays: {
    ...days,
    name: 'MILLRACE_TERMINAL_DAYS',
    default: 90,
    text: 'Days after its end until the recording of a [terminal](failing-builds.md#terminals) is deleted; `0` for no limit.',
  },
  runnerDays: {
    ...days,
    name: 'MILLRACE_RUNNER_DAYS',
    default: 7,
    min: 1,
    text: 'Days after which a disconnected runner is no longer listed, unless it is paused; at least 1.',
  },
});
