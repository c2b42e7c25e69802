import type { Position } from '../errors.ts';

export type TokenKind = 'name' | 'literal' | 'symbol' | 'newline' | 'indent' | 'dedent' | 'end';

export interface Token extends Position {
  readonly kind: TokenKind;
  readonly text: string;
  /** Of literals only. */
  readonly value: string | bigint | number;
}

/** Words that the grammar uses; they are symbols like `+` is. */
export const keywords: ReadonlySet<string> = new Set([
  ...['and', 'break', 'continue', 'def', 'elif', 'else', 'for', 'if', 'in', 'lambda'],
  ...['load', 'not', 'or', 'pass', 'return'],
]);

/** Words that the language keeps for Python's sake. */
export const reservedWords: ReadonlySet<string> = new Set([
  ...['as', 'assert', 'async', 'await', 'class', 'del', 'except', 'finally', 'from', 'global'],
  ...['import', 'is', 'nonlocal', 'raise', 'try', 'while', 'with', 'yield'],
]);

/** Longer ones first: the scanner takes the first that fits. */
export const punctuation: readonly string[] = [
  ...['//=', '<<=', '>>='],
  ...[
    '**',
    '//',
    '<<',
    '>>',
    '<=',
    '>=',
    '==',
    '!=',
    '+=',
    '-=',
    '*=',
    '/=',
    '%=',
    '&=',
    '|=',
    '^=',
  ],
  ...['+', '-', '*', '/', '%', '~', '&', '|', '^', '<', '>', '=', '(', ')', '[', ']', '{', '}'],
  ...[',', ';', ':', '.'],
];

export function describeToken(token: Token): string {
  if (token.kind === 'newline') return 'end of line';
  if (token.kind === 'end') return 'end of file';
  if (token.kind === 'indent') return 'indentation';
  if (token.kind === 'dedent') return 'end of block';
  const text = token.text.length > 30 ? `${token.text.slice(0, 30)}…` : token.text;
  return token.kind === 'literal' && typeof token.value === 'string' ? 'string' : `"${text}"`;
}
