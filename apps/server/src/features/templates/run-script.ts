import {
  runScript as runInEngine,
  type Script,
  type ScriptBudget,
  ScriptError,
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
): Promise<string> {
  try {
    return await slots.run(repo, () => runInEngine(script, budget));
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    throw new ConfigError(script.file, error.line, error.message);
  }
}
