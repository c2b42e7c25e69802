import type { Limits } from '../limits.ts';
import { type SetValue, setOf } from './set.ts';
import type { Value } from './value.ts';

export type SetOperator = '|' | '&' | '-' | '^';

export function combineSets(
  operator: SetOperator,
  left: SetValue,
  right: SetValue,
  limits: Limits,
): SetValue {
  return setOf(elements(operator, left, right, limits), limits);
}

function* elements(
  operator: SetOperator,
  left: SetValue,
  right: SetValue,
  limits: Limits,
): Generator<Value> {
  for (const value of left) {
    limits.step();
    if (operator === '|' || right.has(value, limits) === (operator === '&')) yield value;
  }
  if (operator === '&' || operator === '-') return;
  for (const value of right) {
    limits.step();
    if (!left.has(value, limits)) yield value;
  }
}
