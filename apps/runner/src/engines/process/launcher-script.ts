import { quoteShell } from '../../shared/quote-shell.ts';

const shellName = /^[A-Za-z_]\w*$/;

/**
 * Creates a script that sets a step's variables and then executes the step. The script truncates itself,
 * because other steps must not read it. It has only one line, because a shell reads a whole line before it
 * executes it.
 */
export function launcherText(
  environment: Record<string, string>,
  paths: { launcher: string; script: string },
): string {
  const entries = Object.entries(environment);
  if (entries.some((entry) => entry.join('').includes('\0'))) {
    throw new Error('A variable of the step contains a null byte');
  }
  // Shells do not export variables with other names.
  const exports = entries
    .filter(([name]) => shellName.test(name))
    .map(([name, value]) => `export ${name}=${quoteShell(value)}\n`);
  return `${exports.join('')}: > ${quoteShell(paths.launcher)}; exec /bin/sh ${quoteShell(paths.script)}\n`;
}
