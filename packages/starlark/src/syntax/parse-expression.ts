import type { Position } from '../errors.ts';
import { requireTarget } from './assignment-target.ts';
import type { Grammar } from './grammar.ts';
import { isBinaryOperator, isUnaryOperator, precedence, precedenceOf } from './operators.ts';
import { parseOperand } from './parse-operand.ts';
import { parseParameters } from './parse-parameters.ts';
import type { BinaryOperator, Expression, LogicalOperator } from './syntax-tree.ts';
import type { TokenStream } from './token-stream.ts';

export const grammar: Grammar = {
  test: parseTest,
  tests: (tokens) => parseSeries(tokens, parseTest),
  unconditional: parseUnconditional,
  loopTarget: (tokens) =>
    requireTarget(
      parseSeries(tokens, (inner) => parseOperand(inner, grammar)),
      tokens,
    ),
};

function parseTest(tokens: TokenStream): Expression {
  tokens.enter();
  const { line, column } = tokens.current;
  let test = parseUnconditional(tokens);
  if (test.kind !== 'lambda' && tokens.accept('if')) {
    const condition = parseUnconditional(tokens);
    tokens.expect('else');
    const otherwise = parseTest(tokens);
    test = { kind: 'conditional', test: condition, value: test, otherwise, line, column };
  }
  tokens.leave();
  return test;
}

function parseUnconditional(tokens: TokenStream): Expression {
  return tokens.sees('lambda') ? parseLambda(tokens) : parseBinary(tokens, precedence.or);
}

function parseLambda(tokens: TokenStream): Expression {
  const { line, column } = tokens.expect('lambda');
  const parameters = parseParameters(tokens, ':', grammar);
  tokens.expect(':');
  const value = parseTest(tokens);
  const body = [{ kind: 'return', value, line: value.line, column: value.column } as const];
  const definition = { name: 'lambda', parameters, body, slotCount: 0, line, column };
  return { kind: 'lambda', definition, line, column };
}

function parseSeries(
  tokens: TokenStream,
  parseItem: (tokens: TokenStream) => Expression,
): Expression {
  const first = parseItem(tokens);
  if (!tokens.sees(',')) return first;
  const items = [first];
  while (tokens.accept(',') && startsExpression(tokens)) items.push(parseItem(tokens));
  return { kind: 'tuple', items, line: first.line, column: first.column };
}

function startsExpression(tokens: TokenStream): boolean {
  const { kind, text } = tokens.current;
  if (kind === 'symbol') return isUnaryOperator(text) || /^(\(|\[|\{|lambda)$/.test(text);
  return kind === 'name' || kind === 'literal';
}

function parseBinary(tokens: TokenStream, lowest: number): Expression {
  let left = parseUnary(tokens, lowest);
  for (;;) {
    const operator = seenOperator(tokens);
    if (operator === undefined || precedenceOf(operator) < lowest) return left;
    const strength = precedenceOf(operator);
    const at = tokens.advance();
    if (operator === 'not in') tokens.advance();
    if (operator === 'and' || operator === 'or') left = parseLogical(left, operator, at, tokens);
    else {
      const right = parseBinary(tokens, strength + 1);
      left = { kind: 'binary', operator, left, right, line: at.line, column: at.column };
    }
    if (strength === precedence.comparison) refuseChain(tokens);
  }
}

function parseLogical(
  first: Expression,
  operator: LogicalOperator,
  { line, column }: Position,
  tokens: TokenStream,
): Expression {
  const operands = [first];
  do operands.push(parseBinary(tokens, precedence[operator] + 1));
  while (tokens.accept(operator));
  return { kind: 'logical', operator, operands, line, column };
}

function seenOperator(tokens: TokenStream): BinaryOperator | LogicalOperator | undefined {
  const { current, following } = tokens;
  if (current.kind !== 'symbol') return undefined;
  if (current.text === 'not' && following.kind === 'symbol' && following.text === 'in')
    return 'not in';
  return isBinaryOperator(current.text) ? current.text : undefined;
}

function refuseChain(tokens: TokenStream): void {
  const operator = seenOperator(tokens);
  if (operator !== undefined && precedenceOf(operator) === precedence.comparison)
    tokens.fail('comparisons cannot be chained; join them with "and"');
}

function parseUnary(tokens: TokenStream, lowest: number): Expression {
  const { kind, text, line, column } = tokens.current;
  if (kind !== 'symbol' || !isUnaryOperator(text)) return parseOperand(tokens, grammar);
  if (text === 'not' && lowest > precedence.not) tokens.unexpected('an expression');
  tokens.enter();
  tokens.advance();
  const operand =
    text === 'not' ? parseBinary(tokens, precedence.not) : parseUnary(tokens, lowest + 1);
  tokens.leave();
  return { kind: 'unary', operator: text, operand, line, column };
}
