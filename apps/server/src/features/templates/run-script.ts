import { FairSlots } from '../../shared/fair-slots.ts';
import type { ScriptLanguage } from './languages.ts';
import { runJsonnet } from './run-jsonnet.ts';
import { runStarlark } from './run-starlark.ts';
import type { Script } from './script.ts';

const scriptsAtOnce = 2;
const run: Record<ScriptLanguage, (script: Script) => Promise<unknown>> = {
  jsonnet: runJsonnet,
  starlark: runStarlark,
};
const slots = new FairSlots(scriptsAtOnce);

/** The value of a script, run beside the server's loop; repositories take turns. */
export function runScript(
  language: ScriptLanguage,
  repo: string,
  script: Script,
): Promise<unknown> {
  return slots.run(repo, () => run[language](script));
}
