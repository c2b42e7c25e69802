import type { CommandHelp } from '@millrace/cli/command-line/command';

export const runnerHelp: CommandHelp = {
  calls: [
    ['runner [--once]', 'runs a remote runner'],
    ['runner register [--server URL]', 'exchanges the one-time token of a runner'],
  ],
  details: `  --once    runs one stage and ends, for machines that an autoscaler starts
  --server  URL of the server, by default MILLRACE_SERVER
  --token   one-time token, by default MILLRACE_RUNNER_TOKEN
  --print   prints the credential instead of storing it, for a runner of another maker

Its settings are environment variables, MILLRACE_SERVER and MILLRACE_RUNNER_TOKEN or MILLRACE_RPC_SECRET first;
docs/runners.md has their table.`,
};
