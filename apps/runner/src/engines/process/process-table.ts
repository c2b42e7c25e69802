import { readdir, readFile } from 'node:fs/promises';
import { isWithin, workspaceVariable } from './workspace-marker.ts';

export interface ProcessEntry {
  pid: number;
  groupId: number;
}

/** The processes of this host that still run; empty where there is no `/proc`. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  const names = await readdir('/proc').catch(() => []);
  const entries = await Promise.all(
    names.filter((name) => /^\d+$/.test(name)).map((name) => readEntry(Number(name))),
  );
  return entries.filter((entry) => entry !== undefined);
}

/** Those of `entries` that a step in `directory` started. */
export async function findMarked(
  entries: ProcessEntry[],
  directory: string,
): Promise<ProcessEntry[]> {
  const marks = await Promise.all(entries.map((entry) => readMark(entry.pid)));
  return entries.filter((_, index) => isWithin(directory, marks[index] ?? ''));
}

async function readEntry(pid: number): Promise<ProcessEntry | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The program's name, in parentheses, may hold anything.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!state || state === 'Z' || state === 'X') return undefined;
  return { pid, groupId: Number(group) };
}

async function readMark(pid: number): Promise<string | undefined> {
  const prefix = `${workspaceVariable}=`;
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  return environment
    .split('\0')
    .find((entry) => entry.startsWith(prefix))
    ?.slice(prefix.length);
}
