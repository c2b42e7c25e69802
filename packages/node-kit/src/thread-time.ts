import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Has a folder for each thread of this process. */
const threadsFolder = '/proc/self/task';
/** Ticks per second of the times in `stat`. Linux has the same number on every architecture. */
const ticksPerSec = 100;

/**
 * Returns the id that the kernel gives the calling thread, or 0 if it has none. A worker reports it to its parent,
 * which then reads its processor time.
 */
export function readThreadId(): number {
  try {
    return Number(basename(readlinkSync('/proc/thread-self'))) || 0;
  } catch {
    return 0;
  }
}

/**
 * Returns the processor time that a thread of this process has used, also while it runs a loop that never yields. Returns
 * undefined if the thread has ended, and on systems other than Linux.
 */
export function readProcessorMs(threadId: number, threads = threadsFolder): number | undefined {
  if (threadId === 0) return undefined;
  const folder = `${threads}/${threadId}`;
  try {
    return readNanoseconds(folder) / 1e6 || readTicks(folder) * (1000 / ticksPerSec);
  } catch {
    return undefined;
  }
}

/** Returns 0 if the kernel does not count nanoseconds. */
function readNanoseconds(folder: string): number {
  try {
    return Number.parseInt(readFileSync(`${folder}/schedstat`, 'latin1'), 10);
  } catch {
    return 0;
  }
}

/** Returns the sum of user and system time. The fields follow the name, which may contain spaces and brackets. */
function readTicks(folder: string): number {
  const stat = readFileSync(`${folder}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
