import { defineSettings } from '@millrace/node-kit/settings/define-settings';

/** Settings of a runner on another machine. */
export const runnerSettings = defineSettings({
  server: {
    name: 'MILLRACE_SERVER',
    kind: 'text',
    unset: 'required',
    text: 'URL of the server.',
  },
  token: {
    name: 'MILLRACE_RUNNER_TOKEN',
    kind: 'text',
    unset: 'required without a secret',
    secret: true,
    text: 'One-time token, which the runner exchanges at its first start for a [credential of its own](#a-credential-for-each-runner).',
  },
  secret: {
    name: 'MILLRACE_RPC_SECRET',
    kind: 'text',
    unset: 'required without a token',
    secret: true,
    text: 'The same secret as on the server. A runner that has registered does not use it.',
  },
  name: {
    name: 'MILLRACE_RUNNER_NAME',
    kind: 'text',
    unset: 'host name',
    text: 'Name shown in builds. It must be unique. A runner that has registered has the name with which it was added.',
  },
  capacity: {
    name: 'MILLRACE_RUNNER_CAPACITY',
    kind: 'whole',
    default: 2,
    min: 1,
    max: 1000,
    text: 'Number of stages that run at the same time.',
  },
  labels: {
    name: 'MILLRACE_RUNNER_LABELS',
    kind: 'list',
    text: '`key:value,key:value`; see [Which runner runs a stage](runners.md#which-runner-runs-a-stage).',
  },
  dataDir: {
    name: 'MILLRACE_RUNNER_DATA',
    kind: 'path',
    default: '.millrace-runner',
    text: 'Folder of the workspaces and of the credential, for one runner at a time.',
  },
});
