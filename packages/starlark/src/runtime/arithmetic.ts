import { Failure } from '../errors.ts';
import { floorDivideFloat, moduloFloat } from '../values/float.ts';
import { checkInt, floorDivide, intToFloat, modulo, shiftLeft } from '../values/int.ts';

export type Numeric = bigint | number;
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '//' | '%';
export type BitOperator = '|' | '&' | '^' | '<<' | '>>';

/** Ints stay ints, but for `/`; with one float the result is a float. */
export function arithmetic(operator: ArithmeticOperator, left: Numeric, right: Numeric): Numeric {
  if (typeof left === 'bigint' && typeof right === 'bigint' && operator !== '/')
    return intArithmetic(operator, left, right);
  return floatArithmetic(operator, toFloat(left), toFloat(right));
}

function intArithmetic(
  operator: Exclude<ArithmeticOperator, '/'>,
  left: bigint,
  right: bigint,
): bigint {
  switch (operator) {
    case '+':
      return checkInt(left + right);
    case '-':
      return checkInt(left - right);
    case '*':
      return checkInt(left * right);
    case '//':
      return floorDivide(left, right);
    case '%':
      return modulo(left, right);
  }
}

function floatArithmetic(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      if (right === 0) throw new Failure('division by zero');
      return left / right;
    case '//':
      return floorDivideFloat(left, right);
    case '%':
      return moduloFloat(left, right);
  }
}

export function bits(operator: BitOperator, left: bigint, right: bigint): bigint {
  switch (operator) {
    case '|':
      return left | right;
    case '&':
      return left & right;
    case '^':
      return left ^ right;
    case '<<':
      if (right < 0n) throw new Failure('negative shift count');
      return shiftLeft(left, right);
    case '>>':
      if (right < 0n) throw new Failure('negative shift count');
      return left >> right;
  }
}

function toFloat(value: Numeric): number {
  return typeof value === 'bigint' ? intToFloat(value) : value;
}
