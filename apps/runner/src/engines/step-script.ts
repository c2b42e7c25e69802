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

/**
 * Redirects both outputs to one stream, which preserves the order of their lines, and writes the credentials
 * to the file that git reads.
 */
const prelude = `exec 2>&1
if [ -n "\${DRONE_NETRC_FILE:-}" ]; then
(umask 077; printf '%s\\n' "$DRONE_NETRC_FILE" > "\${HOME:-/root}/.netrc") 2>/dev/null || :
fi
unset DRONE_NETRC_FILE DRONE_NETRC_MACHINE DRONE_NETRC_USERNAME DRONE_NETRC_PASSWORD
`;

/** Returns the script of a step in a container of its own. */
export function containerScript(commands: string[]): string {
  return prelude + stepScriptText(commands);
}
