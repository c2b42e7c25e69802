import type { BinaryOperator, LogicalOperator, UnaryOperator } from './syntax-tree.ts';

export const precedence = { or: 1, and: 2, not: 3, comparison: 4 } as const;

const binaryPrecedence: ReadonlyMap<string, number> = new Map([
  ['or', precedence.or],
  ['and', precedence.and],
  ...['==', '!=', '<', '>', '<=', '>=', 'in', 'not in'].map((operator): [string, number] => [
    operator,
    precedence.comparison,
  ]),
  ['|', 5],
  ['^', 6],
  ['&', 7],
  ['<<', 8],
  ['>>', 8],
  ['+', 9],
  ['-', 9],
  ['*', 10],
  ['/', 10],
  ['//', 10],
  ['%', 10],
]);

type Operator = BinaryOperator | LogicalOperator;

export function isBinaryOperator(text: string): text is Operator {
  return binaryPrecedence.has(text);
}

export function precedenceOf(operator: Operator): number {
  return binaryPrecedence.get(operator) ?? 0;
}

export function isUnaryOperator(text: string): text is UnaryOperator {
  return text === '-' || text === '+' || text === '~' || text === 'not';
}

const augmented: ReadonlyMap<string, BinaryOperator> = new Map([
  ['+=', '+'],
  ['-=', '-'],
  ['*=', '*'],
  ['/=', '/'],
  ['//=', '//'],
  ['%=', '%'],
  ['&=', '&'],
  ['|=', '|'],
  ['^=', '^'],
  ['<<=', '<<'],
  ['>>=', '>>'],
]);

export function augmentedOperator(text: string): BinaryOperator | undefined {
  return augmented.get(text);
}
