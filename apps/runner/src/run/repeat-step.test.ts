import { expect, it } from 'vitest';
import { repeatStep } from './repeat-step.ts';
import type { StepResult } from './stop-result.ts';

const failed: StepResult = { status: 'failure', exit_code: 3 };
const succeeded: StepResult = { status: 'success', exit_code: 0 };

it.each<[string, number, StepResult[], StepResult, number]>([
  ['without retries', 0, [failed], failed, 1],
  ['until it succeeds', 3, [failed, succeeded], succeeded, 2],
  ['as often as wanted', 2, [failed, failed, failed], failed, 3],
  ['not after a timeout', 2, [{ ...failed, failure_cause: 'timeout' }], failed, 1],
  ['not after an error of the engine', 2, [{ status: 'error', exit_code: 255 }], failed, 1],
])('runs a step %s', async (_, retries, results, last, count) => {
  const notes: string[] = [];
  const turns: boolean[] = [];
  const log = { addNote: async (line: string) => void notes.push(line) };
  const result = await repeatStep(
    { retries },
    { log, signal: new AbortController().signal },
    async ({ isFirst }) => {
      turns.push(isFirst);
      return results[turns.length - 1] ?? failed;
    },
  );
  expect(turns).toEqual(Array.from({ length: count }, (_, at) => at === 0));
  expect(notes).toHaveLength(count - 1);
  if (last.status === result.status) expect(result.exit_code).toBe(last.exit_code);
  if (count > 1) {
    expect(notes[0]).toBe(`[millrace] The step failed with exit code 3. Retry 1 of ${retries}.`);
  }
});
