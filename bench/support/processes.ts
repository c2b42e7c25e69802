import { readFileSync } from 'node:fs';

/**
 * Returns the seconds of processor time of a process and its exited child processes. Linux counts it in
 * ticks, 100 a second.
 */
export function readCpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const times = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  return times.reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

/** Returns the resident memory of a process in MB. */
export function readRssOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
