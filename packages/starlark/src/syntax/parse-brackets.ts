import type { Position } from '../errors.ts';
import type { Grammar } from './grammar.ts';
import type { Clause, DictEntry, Expression } from './syntax-tree.ts';
import type { TokenStream } from './token-stream.ts';

export function parseParentheses(tokens: TokenStream, grammar: Grammar): Expression {
  const { line, column } = tokens.expect('(');
  if (tokens.accept(')')) return { kind: 'tuple', items: [], line, column };
  const inner = grammar.tests(tokens);
  if (tokens.sees('for')) tokens.fail('there are no generators; use a list: [… for …]');
  tokens.expect(')');
  return inner;
}

export function parseList(tokens: TokenStream, grammar: Grammar): Expression {
  const { line, column } = tokens.expect('[');
  const items: Expression[] = [];
  while (!tokens.sees(']')) {
    const item = grammar.test(tokens);
    if (items.length === 0 && tokens.sees('for'))
      return comprehension(undefined, item, ']', { line, column }, tokens, grammar);
    items.push(item);
    if (!tokens.accept(',')) break;
  }
  tokens.expect(']');
  return { kind: 'list', items, line, column };
}

export function parseDict(tokens: TokenStream, grammar: Grammar): Expression {
  const { line, column } = tokens.expect('{');
  const entries: DictEntry[] = [];
  while (!tokens.sees('}')) {
    const key = grammar.test(tokens);
    tokens.expect(':');
    const value = grammar.test(tokens);
    if (entries.length === 0 && tokens.sees('for'))
      return comprehension(key, value, '}', { line, column }, tokens, grammar);
    entries.push({ key, value });
    if (!tokens.accept(',')) break;
  }
  tokens.expect('}');
  return { kind: 'dict', entries, line, column };
}

function comprehension(
  key: Expression | undefined,
  value: Expression,
  end: string,
  at: Position,
  tokens: TokenStream,
  grammar: Grammar,
): Expression {
  const clauses: Clause[] = [];
  while (!tokens.accept(end)) {
    tokens.enter();
    if (tokens.accept('for')) {
      const target = grammar.loopTarget(tokens);
      tokens.expect('in');
      clauses.push({ kind: 'for', target, iterable: grammar.unconditional(tokens) });
    } else if (tokens.accept('if')) {
      clauses.push({ kind: 'if', test: grammar.unconditional(tokens) });
    } else tokens.unexpected(`"${end}", "for" or "if"`);
  }
  for (const _ of clauses) tokens.leave();
  return { kind: 'comprehension', key, value, clauses, line: at.line, column: at.column };
}
