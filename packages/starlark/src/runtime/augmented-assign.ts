import type { Limits } from '../limits.ts';
import type { AugmentedAssign, BinaryOperator } from '../syntax/syntax-tree.ts';
import { iterate } from '../values/iterate.ts';
import type { Value } from '../values/value.ts';
import { assign } from './assign.ts';
import { binary } from './binary.ts';
import { evaluate } from './evaluate-expression.ts';
import { getIndex, setIndex } from './subscript.ts';
import type { Frame } from './thread.ts';

export function augmentedAssign(node: AugmentedAssign, frame: Frame): void {
  const { limits } = frame.thread;
  const { target, operator } = node;
  if (target.kind === 'index') {
    // Object and index are evaluated once, though they are used twice.
    const object = evaluate(target.object, frame);
    const index = evaluate(target.index, frame);
    frame.at = target;
    const before = getIndex(object, index, limits);
    const operand = evaluate(node.value, frame);
    frame.at = node;
    setIndex(object, index, combine(operator, before, operand, limits), limits);
    return;
  }
  const before = evaluate(target, frame);
  const operand = evaluate(node.value, frame);
  frame.at = node;
  assign(target, combine(operator, before, operand, limits), frame, evaluate);
}

/** Lists and dicts grow in place, as others that hold them must see. */
function combine(operator: BinaryOperator, left: Value, right: Value, limits: Limits): Value {
  if (left !== null && typeof left === 'object') {
    if (operator === '+' && left.type === 'list' && isIterable(right)) {
      left.checkMutable('extend');
      const items = right === left ? [...left.items] : iterate(right, limits);
      for (const item of items) {
        limits.allocate(8);
        left.items.push(item);
      }
      return left;
    }
    if (operator === '|' && left.type === 'dict' && isDict(right)) {
      left.checkMutable('change');
      if (left !== right) for (const [key, value] of right) left.set(key, value, limits);
      return left;
    }
  }
  return binary(operator, left, right, limits);
}

function isIterable(value: Value): boolean {
  return value !== null && typeof value === 'object' && value.type !== 'struct';
}

function isDict(value: Value): value is Extract<Value, { type: 'dict' }> {
  return value !== null && typeof value === 'object' && value.type === 'dict';
}
