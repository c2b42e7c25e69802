import { quoteShell } from '../../shared/quote-shell.ts';

const shellName = /^[A-Za-z_]\w*$/;

/**
 * A script that sets a step's variables and becomes the step. It empties itself, as what it holds is
 * for this step alone: all on one line, which a shell has read as a whole when it begins with it.
 */
export function launcherText(
  environment: Record<string, string>,
  paths: { launcher: string; script: string },
): string {
  const entries = Object.entries(environment);
  if (entries.some((entry) => entry.join('').includes('\0'))) {
    throw new Error('A variable of the step holds null bytes');
  }
  // A shell keeps no other names, and hands none on.
  const exports = entries
    .filter(([name]) => shellName.test(name))
    .map(([name, value]) => `export ${name}=${quoteShell(value)}\n`);
  return `${exports.join('')}: > ${quoteShell(paths.launcher)}; exec /bin/sh ${quoteShell(paths.script)}\n`;
}
