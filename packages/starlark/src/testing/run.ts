import { expect } from 'vitest';
import { StarlarkError } from '../errors.ts';
import { type EvaluateOptions, evaluate } from '../evaluate.ts';
import type { Module } from '../module.ts';

type Options = Partial<EvaluateOptions>;

export function run(source: string, options: Options = {}): Module {
  return evaluate(source, { filename: 'test.star', ...options });
}

/** What `repr` says of an expression's value. */
export function show(expression: string): unknown {
  return run(`shown = repr(${expression})\n`).get('shown');
}

/** What `repr` says of what a function with this body returns. */
export function showBody(...lines: string[]): unknown {
  return run(
    `def body():\n${lines.map((line) => `    ${line}\n`).join('')}\nshown = repr(body())\n`,
  ).get('shown');
}

export function errorOf(work: () => unknown): StarlarkError {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(StarlarkError);
    if (error instanceof StarlarkError) return error;
  }
  throw new Error('nothing was thrown');
}

export function errorIn(source: string, options: Options = {}): StarlarkError {
  return errorOf(() => run(source, options));
}

export function errorOfExpression(expression: string): string {
  return errorIn(`x = ${expression}\n`).message;
}

export function errorInBody(...lines: string[]): string {
  return errorIn(`def body():\n${lines.map((line) => `    ${line}\n`).join('')}\nx = body()\n`)
    .message;
}
