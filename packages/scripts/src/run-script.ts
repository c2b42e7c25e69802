import { EnginePool } from './engine-pool.ts';
import type { Script, ScriptImports } from './script.ts';
import type { ScriptBudget } from './script-budget.ts';
import { ScriptError } from './script-error.ts';

interface Answer {
  output: string;
  error: string;
  line: number;
  steps: number;
  /** Path of an imported file to look for before the script runs again; empty for none. */
  missing: string;
}

/** Texts of imported files; null for one that does not exist. */
type Files = Record<string, string | null>;

const pool = new EnginePool();

/**
 * Runs a script in a thread and returns its value as JSON, or the text that a template renders. It can
 * neither read files nor block this thread; files that it imports are read here, and it runs again with them. The
 * caller limits the number of concurrent scripts. Throws {@link ScriptError}.
 */
export async function runScript(
  script: Script,
  budget: ScriptBudget,
  imports?: ScriptImports,
): Promise<string> {
  const files: Files = {};
  let count = 0;
  for (;;) {
    const { output, error, line, missing } = await runOnce(script, budget, imports, files);
    if (!missing || !imports) {
      if (error) throw new ScriptError(error, line);
      return output;
    }
    if (count >= imports.max) {
      throw new ScriptError(`more than ${imports.max} files are imported`, line);
    }
    const text = await imports.read(missing);
    if (text !== null) count++;
    files[missing] = text;
  }
}

async function runOnce(
  script: Script,
  budget: ScriptBudget,
  imports: ScriptImports | undefined,
  files: Readonly<Files>,
): Promise<Answer> {
  const request = JSON.stringify({
    ...script,
    maxSteps: budget.leftSteps,
    maxOutputBytes: budget.leftOutputBytes,
    imports: imports !== undefined && imports.max > 0,
    files,
  });
  const answer: Answer = JSON.parse(await pool.run(request, budget.processor));
  budget.leftSteps -= answer.steps;
  budget.leftOutputBytes -= Buffer.byteLength(answer.output);
  return answer;
}
