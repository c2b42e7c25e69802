import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 20;
const killAttempts = 100;

/** Returns the number of processes with this text in their command line. */
export function countProcesses(text: string): number {
  return listPids().filter((pid) => readOf(pid, 'cmdline').replaceAll('\0', ' ').includes(text))
    .length;
}

/** Lists servers and runners with their data in a folder, and the steps that they started. */
export function listProcessesOf(folder: string): number[] {
  return listPids().filter(
    (pid) => pid !== process.pid && readOf(pid, 'environ').includes(`${folder}/`),
  );
}

/** Kills the processes, including those started in the meantime. */
export async function killProcessesOf(folder: string): Promise<void> {
  for (let attempt = 0; attempt < killAttempts; attempt++) {
    const pids = listProcessesOf(folder);
    if (pids.length === 0) return;
    for (const pid of pids) kill(pid);
    await delay(pollMs);
  }
}

function listPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Empty if the process has exited. */
function readOf(pid: number, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has exited by itself.
  }
}
