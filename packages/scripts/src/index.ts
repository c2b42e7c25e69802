export { runScript } from './run-script.ts';
export type { Script, ScriptImports, ScriptLanguage } from './script.ts';
export { ScriptBudget } from './script-budget.ts';
export { ScriptError } from './script-error.ts';
