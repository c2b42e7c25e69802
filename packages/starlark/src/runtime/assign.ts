import { Failure } from '../errors.ts';
import type { Expression } from '../syntax/syntax-tree.ts';
import type { Environment } from '../values/callable.ts';
import { toArray } from '../values/iterate.ts';
import { aTypeOf, type Value } from '../values/value.ts';
import { setIndex } from './subscript.ts';
import type { Frame } from './thread.ts';

export type Evaluate = (node: Expression, frame: Frame) => Value;

export function assign(target: Expression, value: Value, frame: Frame, evaluate: Evaluate): void {
  switch (target.kind) {
    case 'name':
      environmentAt(frame, target.hops).slots[target.slot] = value;
      return;
    case 'list':
    case 'tuple':
      unpack(target.items, value, frame, evaluate);
      return;
    case 'index': {
      const object = evaluate(target.object, frame);
      const index = evaluate(target.index, frame);
      frame.at = target;
      setIndex(object, index, value, frame.thread.limits);
      return;
    }
    case 'attribute': {
      const object = evaluate(target.object, frame);
      frame.at = target;
      throw new Failure(`cannot assign to an attribute of ${aTypeOf(object)}`);
    }
  }
}

export function environmentAt(frame: Frame, hops: number): Environment {
  let environment = frame.environment;
  for (let left = hops; left > 0 && environment.outer; left--) environment = environment.outer;
  return environment;
}

function unpack(
  targets: readonly Expression[],
  value: Value,
  frame: Frame,
  evaluate: Evaluate,
): void {
  const items = toArray(value, frame.thread.limits);
  if (items.length !== targets.length)
    throw new Failure(`cannot unpack ${items.length} values into ${targets.length} targets`);
  targets.forEach((target, at) => {
    assign(target, items[at] ?? null, frame, evaluate);
  });
}
