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
/** Everyone who may read a repository may plan a file, so plans do not delay builds. */
const slots = { build: new FairSlots(maxConcurrentScripts), dryRun: new FairSlots(1) };

/** Runs a script in a worker thread, with slots shared fairly by repository. Throws {@link ConfigError}. */
export async function runScript(
  repo: string,
  script: Script,
  budget: ScriptBudget,
  { imports, isDryRun = false }: { imports?: ScriptImports; isDryRun?: boolean } = {},
): Promise<string> {
  try {
    return await slots[isDryRun ? 'dryRun' : 'build'].run(repo, () =>
      runInEngine(script, budget, imports),
    );
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    throw new ConfigError(script.file, error.line, error.message);
  }
}
