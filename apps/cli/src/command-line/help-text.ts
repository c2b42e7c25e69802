import type { CommandHelp, Commands } from './command.ts';

const settings =
  'Settings are environment variables such as MILLRACE_PORT and MILLRACE_DATA; docs/configuration.md lists them.';

/** Returns the usage of one command. */
export function usageOf({ calls, details }: CommandHelp): string {
  const usage = calls.map(([call, purpose]) => `  millrace ${call.padEnd(38)} ${purpose}`);
  return [`Usage:\n${usage.join('\n')}`, ...(details ? [details] : [])].join('\n\n');
}

/** Returns the usage of all commands. */
export function usageOfAll(commands: Commands): string {
  const lines = Object.values(commands)
    .flatMap(({ help }) => help.calls)
    .map(([call, purpose]) => `  ${call.padEnd(38)} ${purpose}`);
  return `Usage: millrace [COMMAND …]\n\n${lines.join('\n')}\n\n${settings}`;
}
