import { Failure } from '../errors.ts';
import { formatPercent } from '../format/percent.ts';
import type { Limits } from '../limits.ts';
import type { BinaryOperator } from '../syntax/syntax-tree.ts';
import { equal } from '../values/equality.ts';
import { order } from '../values/order.ts';
import { combineSets, type SetOperator } from '../values/set-algebra.ts';
import { typeName, type Value } from '../values/value.ts';
import { arithmetic, bits, type Numeric } from './arithmetic.ts';
import { concatenate, mergeDicts, repeat } from './concatenate.ts';
import { contains } from './contains.ts';

export function binary(operator: BinaryOperator, left: Value, right: Value, limits: Limits): Value {
  switch (operator) {
    case '==':
      return equal(left, right, limits);
    case '!=':
      return !equal(left, right, limits);
    case '<':
      return order(left, right, limits) < 0;
    case '>':
      return order(left, right, limits) > 0;
    case '<=':
      return order(left, right, limits) <= 0;
    case '>=':
      return order(left, right, limits) >= 0;
    case 'in':
      return contains(right, left, limits);
    case 'not in':
      return !contains(right, left, limits);
    default:
      return charged(
        compute(operator, left, right, limits) ?? mismatch(operator, left, right),
        limits,
      );
  }
}

/** Small ints cost next to nothing, large ones up to their half kilobyte. */
function charged(value: Value, limits: Limits): Value {
  if (typeof value === 'bigint' && !Number.isSafeInteger(Number(value))) limits.allocate(512);
  return value;
}

type ComputingOperator = Exclude<
  BinaryOperator,
  '==' | '!=' | '<' | '>' | '<=' | '>=' | 'in' | 'not in'
>;

function compute(
  operator: ComputingOperator,
  left: Value,
  right: Value,
  limits: Limits,
): Value | undefined {
  switch (operator) {
    case '+':
      return numbers(operator, left, right) ?? concatenate(left, right, limits);
    case '*':
      return numbers(operator, left, right) ?? repeatEither(left, right, limits);
    case '%':
      if (typeof left === 'string') return formatPercent(left, right, limits);
      return numbers(operator, left, right);
    case '-':
      return numbers(operator, left, right) ?? sets(operator, left, right, limits);
    case '/':
    case '//':
      return numbers(operator, left, right);
    case '<<':
    case '>>':
      return ints(operator, left, right);
    case '|':
      if (hasType(left, 'dict') && hasType(right, 'dict')) return mergeDicts(left, right, limits);
      return ints(operator, left, right) ?? sets(operator, left, right, limits);
    case '&':
    case '^':
      return ints(operator, left, right) ?? sets(operator, left, right, limits);
  }
}

function numbers(
  operator: Parameters<typeof arithmetic>[0],
  left: Value,
  right: Value,
): Numeric | undefined {
  return isNumeric(left) && isNumeric(right) ? arithmetic(operator, left, right) : undefined;
}

function ints(operator: Parameters<typeof bits>[0], left: Value, right: Value): bigint | undefined {
  return typeof left === 'bigint' && typeof right === 'bigint'
    ? bits(operator, left, right)
    : undefined;
}

function sets(operator: SetOperator, left: Value, right: Value, limits: Limits): Value | undefined {
  return hasType(left, 'set') && hasType(right, 'set')
    ? combineSets(operator, left, right, limits)
    : undefined;
}

function repeatEither(left: Value, right: Value, limits: Limits): Value | undefined {
  if (typeof right === 'bigint') return repeat(left, right, limits);
  return typeof left === 'bigint' ? repeat(right, left, limits) : undefined;
}

function hasType<Type extends 'dict' | 'set'>(
  value: Value,
  type: Type,
): value is Extract<Value, { type: Type }> {
  return value !== null && typeof value === 'object' && value.type === type;
}

function isNumeric(value: Value): value is Numeric {
  return typeof value === 'bigint' || typeof value === 'number';
}

function mismatch(operator: string, left: Value, right: Value): never {
  throw new Failure(`there is no ${typeName(left)} ${operator} ${typeName(right)}`);
}
