import type { ScriptBudget } from '../script-budget.ts';
import type { ScriptError } from '../script-error.ts';
import { errorOf, type Given, run } from './run.ts';

/** What `main(ctx)` of a file gives. */
export async function callMain(
  source: string,
  given?: Given,
  budget?: ScriptBudget,
): Promise<unknown> {
  return JSON.parse(await run('starlark', source, given, budget));
}

/** The value of a global name of a file. */
export function globalOf(source: string, name: string): Promise<unknown> {
  return callMain(`${source}\ndef main(ctx): return ${name}\n`);
}

/** What `repr` says of an expression's value. */
export function show(expression: string): Promise<unknown> {
  return globalOf(`shown = repr(${expression})\n`, 'shown');
}

/** What `repr` says of what a function with this body returns. */
export function showBody(...lines: string[]): Promise<unknown> {
  return globalOf(`${functionOf(lines)}shown = repr(body())\n`, 'shown');
}

/** What is wrong in a file before its `main` is called. */
export function errorIn(source: string, budget?: ScriptBudget): Promise<ScriptError> {
  return errorOf(run('starlark', source, {}, budget));
}

export async function errorOfExpression(expression: string): Promise<string> {
  return (await errorIn(`x = ${expression}\n`)).message;
}

export async function errorInBody(...lines: string[]): Promise<string> {
  return (await errorIn(`${functionOf(lines)}x = body()\n`)).message;
}

function functionOf(lines: string[]): string {
  return `def body():\n${lines.map((line) => `    ${line}\n`).join('')}\n`;
}
