import { runScript } from '../run-script.ts';
import type { Script } from '../script.ts';
import { ScriptBudget } from '../script-budget.ts';
import { ScriptError } from '../script-error.ts';

export type Given = Partial<Omit<Script, 'language' | 'source'>>;

/** Returns the unparsed result of the script. */
export function run(
  language: Script['language'],
  source: string,
  given: Given = {},
  budget = new ScriptBudget(),
): Promise<string> {
  const file = `test.${language}`;
  return runScript({ language, source, file, build: {}, params: {}, repo: {}, ...given }, budget);
}

export async function errorOf(work: Promise<unknown>): Promise<ScriptError> {
  const error = await work.then(
    (value) => `nothing was thrown, but given: ${value}`,
    (reason: unknown) => reason,
  );
  if (error instanceof ScriptError) return error;
  throw error;
}
