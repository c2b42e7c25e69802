import { defineSettings } from '@millrace/node-kit/settings/define-settings';

/** The runner in the server's process, which also has the settings that all runners share. */
export const embeddedRunnerSettings = defineSettings({
  runnerCapacity: {
    name: 'MILLRACE_RUNNER_CAPACITY',
    kind: 'whole',
    default: 2,
    min: 0,
    max: 1000,
    text: 'Number of stages that run at the same time; `0` turns the embedded runner off.',
  },
});
