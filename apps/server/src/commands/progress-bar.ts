import type { CopyProgress } from '../db/copy-database.ts';

const width = 30;

/**
 * Returns a function that shows how far each table is copied: updated in place on a terminal, otherwise one
 * line for each table.
 */
export function progressBar(output: NodeJS.WriteStream): (progress: CopyProgress) => void {
  return ({ table, copied, total, isDone }) => {
    if (!output.isTTY && !isDone) return;
    const filled = total === 0 ? width : Math.min(width, Math.floor((copied / total) * width));
    const bar = '#'.repeat(filled).padEnd(width, '.');
    const line = `${table.padEnd(18)} [${bar}] ${copied} of ${total}`;
    output.write(output.isTTY ? `\r${line}${isDone ? '\n' : ''}` : `${line}\n`);
  };
}
