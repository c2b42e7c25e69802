import type { Grammar } from './grammar.ts';
import { parseDict, parseList, parseParentheses } from './parse-brackets.ts';
import { parseCall } from './parse-call.ts';
import type { Expression } from './syntax-tree.ts';
import type { TokenStream } from './token-stream.ts';

/** A name, literal or bracket with the calls, indexes and attributes that follow it. */
export function parseOperand(tokens: TokenStream, grammar: Grammar): Expression {
  let operand = parseAtom(tokens, grammar);
  let suffixes = 0;
  for (; ; suffixes++) {
    const next = parseSuffix(operand, tokens, grammar);
    if (next === undefined) break;
    operand = next;
    tokens.enter();
  }
  for (; suffixes > 0; suffixes--) tokens.leave();
  return operand;
}

function parseAtom(tokens: TokenStream, grammar: Grammar): Expression {
  const { kind, text, value, line, column } = tokens.current;
  if (kind === 'name') {
    tokens.advance();
    return { kind: 'name', name: text, hops: -1, slot: -1, line, column };
  }
  if (kind === 'literal') {
    tokens.advance();
    return { kind: 'literal', value, line, column };
  }
  if (tokens.sees('(')) return parseParentheses(tokens, grammar);
  if (tokens.sees('[')) return parseList(tokens, grammar);
  if (tokens.sees('{')) return parseDict(tokens, grammar);
  return tokens.unexpected('an expression');
}

function parseSuffix(
  operand: Expression,
  tokens: TokenStream,
  grammar: Grammar,
): Expression | undefined {
  if (tokens.accept('.')) {
    const { text: name, line, column } = tokens.expectName();
    return { kind: 'attribute', object: operand, name, line, column };
  }
  if (tokens.sees('(')) return parseCall(operand, tokens, grammar);
  if (tokens.sees('[')) return parseSubscript(operand, tokens, grammar);
  return undefined;
}

function parseSubscript(object: Expression, tokens: TokenStream, grammar: Grammar): Expression {
  const { line, column } = tokens.expect('[');
  const start = tokens.sees(':') ? undefined : grammar.tests(tokens);
  if (start !== undefined && tokens.accept(']'))
    return { kind: 'index', object, index: start, line, column };
  tokens.expect(':');
  const stop = tokens.sees(':') || tokens.sees(']') ? undefined : grammar.test(tokens);
  const step = tokens.accept(':') && !tokens.sees(']') ? grammar.test(tokens) : undefined;
  tokens.expect(']');
  return { kind: 'slice', object, start, stop, step, line, column };
}
