import { readdirSync, readFileSync } from 'node:fs';

/** How many processes have this text in their command line. */
export function countProcesses(text: string): number {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(text);
    } catch {
      return false;
    }
  }).length;
}
