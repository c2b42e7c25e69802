import type { CommandHelp } from '@millrace/cli/command-line/command';

export const runnerHelp: CommandHelp = {
  calls: [['runner [--once]', 'runs a remote runner']],
  details: `  --once   runs one stage and ends, for machines that an autoscaler starts

Its settings are environment variables, MILLRACE_SERVER and MILLRACE_RPC_SECRET first; docs/runners.md has their table.`,
};
