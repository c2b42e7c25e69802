import { quoteShell } from '../shared/quote-shell.ts';

/**
 * Joins all commands into one shell script that prints each command before it runs and stops at the first
 * failure.
 */
export function stepScriptText(commands: string[]): string {
  const parts = commands.map(
    (command) => `printf '+ %s\\n' ${quoteShell(command.trimEnd())}\n${command}\n`,
  );
  return `set -e\n${parts.join('')}`;
}
