import { Failure } from '../errors.ts';
import type { For, If, Load, Statement } from '../syntax/syntax-tree.ts';
import { iterate } from '../values/iterate.ts';
import { truth, type Value } from '../values/value.ts';
import { assign } from './assign.ts';
import { augmentedAssign } from './augmented-assign.ts';
import { evaluate, makeFunction } from './evaluate-expression.ts';
import type { Frame } from './thread.ts';

/** How a statement ends: on to the next one, out of the loop's turn, or out of the function. */
type Outcome = 'next' | 'break' | 'continue' | { readonly returned: Value };

export function executeBlock(statements: readonly Statement[], frame: Frame): Outcome {
  frame.thread.enter();
  for (const statement of statements) {
    const outcome = execute(statement, frame);
    if (outcome !== 'next') {
      frame.thread.leave();
      return outcome;
    }
  }
  frame.thread.leave();
  return 'next';
}

function execute(statement: Statement, frame: Frame): Outcome {
  frame.at = statement;
  frame.thread.limits.step();
  switch (statement.kind) {
    case 'expression':
      evaluate(statement.value, frame);
      return 'next';
    case 'assign': {
      const value = evaluate(statement.value, frame);
      frame.at = statement;
      assign(statement.target, value, frame, evaluate);
      return 'next';
    }
    case 'augmented-assign':
      augmentedAssign(statement, frame);
      return 'next';
    case 'if':
      return executeIf(statement, frame);
    case 'for':
      return executeFor(statement, frame);
    case 'def':
      assign(statement.target, makeFunction(statement.definition, frame), frame, evaluate);
      return 'next';
    case 'return':
      return { returned: statement.value ? evaluate(statement.value, frame) : null };
    case 'load':
      executeLoad(statement, frame);
      return 'next';
    case 'pass':
      return 'next';
    default:
      return statement.kind;
  }
}

function executeIf(statement: If, frame: Frame): Outcome {
  for (const { test, body } of statement.branches)
    if (truth(evaluate(test, frame))) return executeBlock(body, frame);
  return executeBlock(statement.otherwise, frame);
}

function executeFor(statement: For, frame: Frame): Outcome {
  const iterable = evaluate(statement.iterable, frame);
  frame.at = statement;
  for (const item of iterate(iterable, frame.thread.limits)) {
    frame.at = statement;
    assign(statement.target, item, frame, evaluate);
    const outcome = executeBlock(statement.body, frame);
    if (outcome === 'break') break;
    if (typeof outcome === 'object') return outcome;
  }
  return 'next';
}

function executeLoad(statement: Load, frame: Frame): void {
  const exported = frame.file.load(statement.label);
  for (const binding of statement.bindings) {
    const value = exported.get(binding.exported);
    frame.at = binding.target;
    if (value === undefined)
      throw new Failure(`"${statement.label}" does not define "${binding.exported}"`);
    assign(binding.target, value, frame, evaluate);
  }
}
