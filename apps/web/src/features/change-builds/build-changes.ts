import type { Build } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { endedWithoutSuccess } from '../../domain-ui/build-stages.ts';

/** A change of several builds. */
export type BuildChange = 'cancel' | 'restart' | 'restartFailed';

export const buildChanges = ['cancel', 'restart', 'restartFailed'] as const;

/** Returns whether a change is possible for a build in its status. */
export function isPossible(change: BuildChange, { status }: Pick<Build, 'status'>): boolean {
  if (change === 'cancel') return !isFinished(status);
  if (change === 'restart') return isFinished(status) && status !== 'declined';
  return endedWithoutSuccess(status);
}

interface Failure {
  number: number;
  error: Error;
}

/** Calls at the same time: several builds end quickly, and other people still get answers. */
const callsAtOnce = 4;

/** Changes builds one after another, a few at a time, until all are changed or `signal` aborts. */
export async function changeAll(
  numbers: readonly number[],
  change: (number: number) => Promise<unknown>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<{ changed: number; failures: Failure[] }> {
  const waiting = [...numbers];
  const failures: Failure[] = [];
  let changed = 0;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const number = next;
      await change(number).then(
        () => {
          changed++;
        },
        (error: Error) => {
          failures.push({ number, error });
        },
      );
      onProgress(changed + failures.length);
      if (signal.aborted) return;
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
  return { changed, failures: failures.sort((a, b) => b.number - a.number) };
}
