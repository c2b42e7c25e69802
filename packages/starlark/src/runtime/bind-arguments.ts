import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Arguments, StarlarkFunction } from '../values/callable.ts';
import { Dict } from '../values/dict.ts';
import { Tuple } from '../values/tuple.ts';
import type { Value } from '../values/value.ts';

/** The values of a call's parameters, as the function's first slots. */
export function bindArguments(
  callee: StarlarkFunction,
  { positional, named }: Arguments,
  limits: Limits,
): (Value | undefined)[] {
  const { name, parameters } = callee.definition;
  const plain = parameters.filter((parameter) => parameter.kind === 'plain');
  const rest = parameters.find((parameter) => parameter.kind === 'rest');
  const takesRest = rest !== undefined && rest.name !== '';
  if (positional.length > plain.length && !takesRest)
    throw new Failure(
      `${name}() takes at most ${plain.length} positional arguments, got ${positional.length}`,
    );
  const unused = new Map(named);
  const missing: string[] = [];
  const slots: (Value | undefined)[] = [];
  parameters.forEach((parameter, index) => {
    if (parameter.kind === 'rest') {
      if (takesRest) slots.push(restOf(positional, plain.length, limits));
      return;
    }
    if (parameter.kind === 'keyword-rest') {
      slots.push(dictOf(unused, limits));
      return;
    }
    const given = parameter.kind === 'plain' ? positional[index] : undefined;
    const byName = unused.get(parameter.name);
    unused.delete(parameter.name);
    if (given !== undefined && byName !== undefined)
      throw new Failure(`${name}() got two values for parameter "${parameter.name}"`);
    const value = firstGiven(given, byName, callee.fallbacks[index]);
    if (value === undefined) missing.push(`"${parameter.name}"`);
    slots.push(value);
  });
  if (missing.length > 0)
    throw new Failure(
      `${name}() misses ${missing.length > 1 ? 'arguments' : 'argument'} ${missing.join(', ')}`,
    );
  const [unknown] = unused.keys();
  if (unknown !== undefined && !parameters.some(({ kind }) => kind === 'keyword-rest'))
    throw new Failure(`${name}() has no parameter "${unknown}"`);
  return slots;
}

/** `??` would take None, which is null, for nothing. */
function firstGiven(...candidates: (Value | undefined)[]): Value | undefined {
  return candidates.find((candidate) => candidate !== undefined);
}

function restOf(positional: readonly Value[], from: number, limits: Limits): Tuple {
  const items = positional.slice(from);
  limits.slots(items.length);
  return new Tuple(items);
}

function dictOf(named: Map<string, Value>, limits: Limits): Dict {
  const dict = new Dict();
  for (const [key, value] of named) dict.set(key, value, limits);
  named.clear();
  return dict;
}
