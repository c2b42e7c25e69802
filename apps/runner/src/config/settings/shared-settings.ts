import { defineSettings } from '@millrace/node-kit/settings/define-settings';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Log of the server and of a runner on another machine. */
export const loggerSettings = defineSettings({
  logLevel: {
    name: 'MILLRACE_LOG_LEVEL',
    kind: 'choice',
    choices: logLevels,
    default: 'warn',
    expected: `one of ${logLevels.join(', ')}`,
    text: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. Logs are JSON on standard error.',
  },
});

/** Settings of the embedded runner and of runners on other machines. */
export const sharedSettings = defineSettings({
  execUser: {
    name: 'MILLRACE_EXEC_USER',
    kind: 'text',
    unset: 'that of the server or runner',
    text: 'Account that runs steps of `type: exec`. Requires a server or runner started by root. The workspaces of a runner on another machine are then beside the data folder, in a folder that ends with `-steps`.',
  },
  execView: {
    name: 'MILLRACE_EXEC_VIEW',
    kind: 'choice',
    choices: ['private', 'host'],
    default: 'private',
    text: '`host` gives steps of `type: exec` the whole file system, so that `sudo` works. The private view hides the data folder and makes the home of the account and the program read-only; see [Steps that run as processes](configuration.md#steps-that-run-as-processes).',
  },
  maxLogBytes: {
    name: 'MILLRACE_LOG_LIMIT_MB',
    kind: 'megabytes',
    default: 50,
    min: 1,
    max: 10_000,
    text: "Maximum size of a step's log in megabytes. The middle of a longer log is dropped.",
  },
  cloneRetries: {
    name: 'MILLRACE_CLONE_RETRIES',
    kind: 'whole',
    default: 4,
    min: 0,
    max: 20,
    text: 'Retries of a clone, after 2, 4, 8 … 60 s, while the git server is unreachable or responds with 5xx; `0` to 20.',
  },
  cleanUpSec: {
    name: 'MILLRACE_CLEAN_UP_SECONDS',
    kind: 'whole',
    default: 300,
    min: 0,
    max: 86_400,
    text: 'Maximum time of all steps with the status [`killed`](pipelines.md#clean-up), which run after a cancel or a timeout of their stage; `0` runs none.',
  },
});
