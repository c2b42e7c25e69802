import { readdir, readFile } from 'node:fs/promises';
import { readMark } from './stage-mark.ts';
import { isWithin, workspaceVariable } from './workspace-marker.ts';

export interface ProcessEntry {
  pid: number;
  groupId: number;
  /** Stopped by a signal. */
  isStopped: boolean;
}

/** Lists the running processes of this host; empty if there is no `/proc`. */
export async function listProcesses(): Promise<ProcessEntry[]> {
  return readEntries(await listPids());
}

/** Lists the processes for which `matches` is true. Calls it before it reads anything else about a process. */
export async function listMatching(
  matches: (pid: number) => Promise<boolean>,
): Promise<ProcessEntry[]> {
  const pids = await listPids();
  const matched = await Promise.all(pids.map(matches));
  return readEntries(pids.filter((_, index) => matched[index]));
}

/** Returns the entries whose process was started by a step with its workspace in `directory`. */
export async function findMarked(
  entries: ProcessEntry[],
  directory: string,
): Promise<ProcessEntry[]> {
  const matched = await Promise.all(entries.map(({ pid }) => hasMark(pid, directory)));
  return entries.filter((_, index) => matched[index]);
}

/** True if the process was started by a step in `directory`, or by a step with one of `marks`. */
export async function hasMark(
  pid: number,
  directory: string,
  marks: ReadonlySet<number> = new Set(),
): Promise<boolean> {
  const mark = marks.size > 0 ? await readMark(pid) : undefined;
  return (mark !== undefined && marks.has(mark)) || isWithin(directory, await readWorkspace(pid));
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
  // The program's name, in parentheses, may contain any character.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!state || state === 'Z' || state === 'X') return undefined;
  return { pid, groupId: Number(group), isStopped: state === 'T' };
}

/** Returns the workspace of a process; empty if the process does not have the variable. */
async function readWorkspace(pid: number): Promise<string> {
  const prefix = `${workspaceVariable}=`;
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
  const entry = environment.split('\0').find((candidate) => candidate.startsWith(prefix));
  return entry?.slice(prefix.length) ?? '';
}
