import { readStored, writeStored } from '../../lib/storage.ts';

const stored = 'failure-summary';

/** Whether what is said of a failure is unfolded, in all builds. */
export function isFailureOpen(): boolean {
  return readStored(stored) !== 'closed';
}

export function rememberFailureOpen(isOpen: boolean): void {
  writeStored(stored, isOpen ? 'open' : 'closed');
}
