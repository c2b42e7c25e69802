import {
  runScript as runInEngine,
  type Script,
  type ScriptBudget,
  ScriptError,
  type ScriptImports,
} from '@millrace/scripts';
import { FairSlots } from '../../shared/fair-slots.ts';
import { ConfigError } from './config-error.ts';

const maxConcurrentScripts = 2;
const slots = new FairSlots(maxConcurrentScripts);

/** Runs a script in a worker thread, with slots shared fairly by repository. Throws {@link ConfigError}. */
export async function runScript(
  repo: string,
  script: Script,
  budget: ScriptBudget,
  imports?: ScriptImports,
): Promise<string> {
  try {
    return await slots.run(repo, () => runInEngine(script, budget, imports));
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    throw new ConfigError(script.file, error.line, error.message);
  }
}
