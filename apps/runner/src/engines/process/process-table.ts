import { readdir, readFile } from 'node:fs/promises';
import { isWithin, workspaceVariable } from './workspace-marker.ts';

export interface ProcessEntry {
  pid: number;
  groupId: number;
}

/** The processes of this host that still run; empty where there is no `/proc`. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  return readEntries(await listPids());
}

/** Those of all processes that a step in `directory` started; reads less than {@link findMarked}. */
export async function listMarked(directory: string): Promise<ProcessEntry[]> {
  const pids = await listPids();
  const marks = await Promise.all(pids.map(readMark));
  return readEntries(pids.filter((_, index) => isWithin(directory, marks[index] ?? '')));
}

/** Those of `entries` that a step in `directory` started. */
export async function findMarked(
  entries: ProcessEntry[],
  directory: string,
): Promise<ProcessEntry[]> {
  const marks = await Promise.all(entries.map((entry) => readMark(entry.pid)));
  return entries.filter((_, index) => isWithin(directory, marks[index] ?? ''));
}

async function listPids(): Promise<number[]> {
  const names = await readdir('/proc').catch(() => []);
  return names.filter((name) => /^\d+$/.test(name)).map(Number);
}

async function readEntries(pids: number[]): Promise<ProcessEntry[]> {
  const entries = await Promise.all(pids.map(readEntry));
  return entries.filter((entry) => entry !== undefined);
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
