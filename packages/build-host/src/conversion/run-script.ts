import {
  runScript as runInEngine,
  type Script,
  type ScriptBudget,
  ScriptError,
  type ScriptImports,
} from '@millrace/scripts';
import { FairSlots } from '../threads/fair-slots.ts';
import { ConfigError } from './config-error.ts';

const maxConcurrentScripts = 2;
/** Everyone who may read a repository may plan a file, so plans do not delay builds, nor those of guests any other. */
const slots = {
  build: new FairSlots(maxConcurrentScripts),
  account: new FairSlots(1),
  guest: new FairSlots(1),
};

/** Scripts of builds, or of plans of this audience. */
export type ScriptQueue = keyof typeof slots;

/** Runs a script in a worker thread, with slots shared fairly by repository. Throws {@link ConfigError}. */
export async function runScript(
  repo: string,
  script: Script,
  budget: ScriptBudget,
  { imports, queue = 'build' }: { imports?: ScriptImports; queue?: ScriptQueue } = {},
): Promise<string> {
  try {
    return await slots[queue].run(repo, () => runInEngine(script, budget, imports));
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    throw new ConfigError(script.file, error.line, error.message);
  }
}
