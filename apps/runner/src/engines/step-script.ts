import { quoteShell } from '../shared/quote-shell.ts';

/** One shell script of all commands: each is shown before it runs, the first that fails ends it. */
export function stepScriptText(commands: string[]): string {
  const parts = commands.map(
    (command) => `printf '+ %s\\n' ${quoteShell(command.trimEnd())}\n${command}\n`,
  );
  return `set -e\n${parts.join('')}`;
}
