import { ScriptBudget } from '../script-budget.ts';
import type { ScriptError } from '../script-error.ts';
import { errorOf, type Given, run } from './run.ts';

/** Returns the result of `main(ctx)` of a file. */
export async function callMain(
  source: string,
  given?: Given,
  budget?: ScriptBudget,
): Promise<unknown> {
  return JSON.parse(await run('starlark', source, given, budget));
}

/** Returns the value of a global name of a file. */
export function globalOf(source: string, name: string): Promise<unknown> {
  return callMain(`${source}\ndef main(ctx): return ${name}\n`);
}

/** Returns the `repr` of an expression's value. */
export function show(expression: string): Promise<unknown> {
  return globalOf(`shown = repr(${expression})\n`, 'shown');
}

/** Returns the `repr` of the result of a function with this body. */
export function showBody(...lines: string[]): Promise<unknown> {
  return globalOf(`${functionOf(lines)}shown = repr(body())\n`, 'shown');
}

/** Returns the error of a file before its `main` is called. */
export function errorIn(source: string, budget?: ScriptBudget): Promise<ScriptError> {
  return errorOf(run('starlark', source, {}, budget));
}

export async function errorOfExpression(expression: string): Promise<string> {
  return (await errorIn(`x = ${expression}\n`)).message;
}

export async function errorInBody(...lines: string[]): Promise<string> {
  return (await errorIn(`${functionOf(lines)}x = body()\n`)).message;
}

/** Messages of scripts that exceed a limit. */
export const tooMuch =
  /^(the scripts of a file may not take so (many steps|long)|the script (needs too much memory|calls itself too deeply))$/;

/** Returns the message of a file that exceeds a limit. */
export async function endOf(source: string, maxProcessorMs = 100): Promise<string> {
  return (await errorIn(source, new ScriptBudget({ maxProcessorMs }))).message;
}

/** Returns a file that calls a function with this body, which sets `x`. */
export function inFunction(...lines: string[]): string {
  return `${functionOf([...lines, 'return x'])}y = body()\n`;
}

function functionOf(lines: string[]): string {
  return `def body():\n${lines.map((line) => `    ${line}\n`).join('')}\n`;
}
