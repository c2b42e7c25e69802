import { Failure } from '../errors.ts';
import type { Argument } from '../syntax/syntax-tree.ts';
import type { Arguments } from '../values/callable.ts';
import { iterate } from '../values/iterate.ts';
import { typeName, type Value } from '../values/value.ts';
import type { Evaluate } from './assign.ts';
import type { Frame } from './thread.ts';

const nothingNamed: ReadonlyMap<string, Value> = new Map();

export function evaluateArguments(
  args: readonly Argument[],
  frame: Frame,
  evaluate: Evaluate,
): Arguments {
  const { limits } = frame.thread;
  const positional: Value[] = [];
  let named: Map<string, Value> | undefined;
  for (const argument of args) {
    const value = evaluate(argument.value, frame);
    frame.at = argument.value;
    if (argument.kind === 'positional') positional.push(value);
    else if (argument.kind === 'star') {
      for (const item of iterate(value, limits)) {
        limits.allocate(8);
        positional.push(item);
      }
    } else {
      named ??= new Map();
      if (argument.kind === 'named') addNamed(named, argument.name, value);
      else for (const [key, item] of entriesOf(value)) addNamed(named, key, item);
    }
    limits.allocate(8);
  }
  return { positional, named: named ?? nothingNamed };
}

function* entriesOf(value: Value): Generator<readonly [string, Value]> {
  if (value === null || typeof value !== 'object' || value.type !== 'dict')
    throw new Failure(`the argument after ** is a dict, not ${typeName(value)}`);
  for (const [key, item] of value) {
    if (typeof key !== 'string')
      throw new Failure(`the keys of the argument after ** are strings, not ${typeName(key)}`);
    yield [key, item];
  }
}

function addNamed(named: Map<string, Value>, name: string, value: Value): void {
  if (named.has(name)) throw new Failure(`argument "${name}" is given twice`);
  named.set(name, value);
}
