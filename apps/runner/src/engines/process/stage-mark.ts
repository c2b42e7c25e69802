import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const spread = 2 ** 40;

/**
 * Number that marks the processes of a workspace. It is set as their limit of file locks, which Linux
 * ignores since 2.4. Children inherit it whatever they do with environment, session and files. Only root
 * can raise it.
 */
export async function markOf(workspacePath: string): Promise<number> {
  // A runner within a step has such a limit itself and cannot exceed it.
  const half = Math.min(((await readMark('self')) ?? 2 * spread) / 2, spread);
  const hash = createHash('sha256').update(workspacePath).digest().readUIntBE(0, 5);
  return Math.floor(half + (hash / spread) * half);
}

/** Executes its arguments with the mark. The option has two names, and some shells do not have it. */
export const setMarkScript =
  'mark=$1; shift; { ulimit -w "$mark" || ulimit -x "$mark"; } 2>/dev/null; exec "$@"';

export async function readMark(pid: number | 'self'): Promise<number | undefined> {
  const limits = await readFile(`/proc/${pid}/limits`, 'latin1').catch(() => '');
  const mark = /^Max file locks +\d+ +(\d+)/m.exec(limits)?.[1];
  return mark === undefined ? undefined : Number(mark);
}
