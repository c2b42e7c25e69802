import { maxArgumentBytes } from '../shared/argument-limits.ts';
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

/** Joins its arguments, removes them, and runs the result. */
const joinArguments =
  'MILLRACE_STEP=; while [ $# -gt 0 ]; do MILLRACE_STEP="$MILLRACE_STEP$1"; shift; done; eval "$MILLRACE_STEP"';

/** Returns the arguments of `/bin/sh` that run the commands of a step in a container of its own. */
export function shellArguments(commands: string[]): string[] {
  const script = prelude + stepScriptText(commands);
  if (Buffer.byteLength(script) < maxArgumentBytes) return ['-c', script];
  // Linux rejects a long argument, but accepts many shorter ones. A character has at most 4 bytes.
  const parts = script.match(/.{1,30000}/gsu) ?? [];
  return ['-c', joinArguments, 'sh', ...parts];
}
