import { Failure } from '../errors.ts';
import type { UnaryOperator } from '../syntax/syntax-tree.ts';
import { truth, typeName, type Value } from '../values/value.ts';

export function unary(operator: UnaryOperator, operand: Value): Value {
  if (operator === 'not') return !truth(operand);
  if (typeof operand === 'bigint') {
    if (operator === '~') return ~operand;
    return operator === '-' ? -operand : operand;
  }
  if (typeof operand === 'number' && operator !== '~') return operator === '-' ? -operand : operand;
  throw new Failure(`there is no ${operator}${typeName(operand)}`);
}
