import { setTimeout as delay } from 'node:timers/promises';
import { findMarked, listMarked, listProcesses, type ProcessEntry } from './process-table.ts';

const pollMs = 20;
const killAttempts = 50;

export function signalGroup(groupId: number | undefined, signal: NodeJS.Signals | 0): boolean {
  return groupId !== undefined && sendSignal(-groupId, signal);
}

/** Asks a step's processes to end, then ends them: its group, and those that left the group. */
export async function endProcesses(
  groupId: number | undefined,
  workspacePath: string,
  graceMs: number,
): Promise<void> {
  const find = () => findStep(groupId, workspacePath);
  const deadlineMs = performance.now() + graceMs;
  signalGroup(groupId, 'SIGTERM');
  const found = await find();
  signalAll(
    found.filter((entry) => entry.groupId !== groupId),
    'SIGTERM',
  );
  while (performance.now() < deadlineMs && (await isAlive(groupId, find))) await delay(pollMs);
  await killAll(() => {
    signalGroup(groupId, 'SIGKILL');
    return find();
  });
}

/** Ends at once every process that a step in `directory` started. */
export async function killMarked(directory: string): Promise<void> {
  await killAll(() => listMarked(directory));
}

/** Repeats, because what is being killed may still have started another. */
async function killAll(find: () => Promise<ProcessEntry[]>): Promise<void> {
  for (let attempt = 0; attempt < killAttempts; attempt++) {
    const found = await find();
    if (found.length === 0) return;
    signalAll(found, 'SIGKILL');
    await delay(pollMs);
  }
}

async function findStep(groupId: number | undefined, path: string): Promise<ProcessEntry[]> {
  const entries = await listProcesses();
  const marked = new Set(await findMarked(entries, path));
  return entries.filter((entry) => entry.groupId === groupId || marked.has(entry));
}

async function isAlive(
  groupId: number | undefined,
  find: () => Promise<ProcessEntry[]>,
): Promise<boolean> {
  if (process.platform !== 'linux') return signalGroup(groupId, 0);
  return (await find()).length > 0;
}

function signalAll(entries: ProcessEntry[], signal: NodeJS.Signals): void {
  for (const entry of entries) sendSignal(entry.pid, signal);
}

/** False if there is no such process any more. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
