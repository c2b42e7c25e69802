import { EnginePool } from './engine-pool.ts';
import type { Script } from './script.ts';
import type { ScriptBudget } from './script-budget.ts';
import { ScriptError } from './script-error.ts';

interface Answer {
  output: string;
  error: string;
  line: number;
  steps: number;
}

const pool = new EnginePool();

/**
 * Runs a script in a thread and returns its value as JSON, or the text that a template renders. It can
 * neither read files nor block this thread. The caller limits the number of concurrent scripts. Throws
 * {@link ScriptError}.
 */
export async function runScript(script: Script, budget: ScriptBudget): Promise<string> {
  const request = JSON.stringify({
    ...script,
    maxSteps: budget.leftSteps,
    maxOutputBytes: budget.leftOutputBytes,
  });
  const { text, tookMs } = await pool.run(request, budget.leftMs);
  const { output, error, line, steps }: Answer = JSON.parse(text);
  budget.leftMs -= tookMs;
  budget.leftSteps -= steps;
  budget.leftOutputBytes -= Buffer.byteLength(output);
  if (error) throw new ScriptError(error, line);
  return output;
}
