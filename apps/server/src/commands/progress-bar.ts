import type { CopyProgress } from '../db/copy-database.ts';

const width = 30;

/** Shows how far each table is: in place on a terminal, else with a line at the end of each. */
export function progressBar(output: NodeJS.WriteStream): (progress: CopyProgress) => void {
  return ({ table, copied, total, isDone }) => {
    if (!output.isTTY && !isDone) return;
    const filled = total === 0 ? width : Math.min(width, Math.floor((copied / total) * width));
    const bar = '#'.repeat(filled).padEnd(width, '.');
    const line = `${table.padEnd(18)} [${bar}] ${copied} of ${total}`;
    output.write(output.isTTY ? `\r${line}${isDone ? '\n' : ''}` : `${line}\n`);
  };
}
