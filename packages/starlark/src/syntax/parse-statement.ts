import { requireTarget } from './assignment-target.ts';
import { augmentedOperator } from './operators.ts';
import { grammar } from './parse-expression.ts';
import { parseLoad } from './parse-load.ts';
import { parseParameters } from './parse-parameters.ts';
import type { Def, Expression, For, If, Statement } from './syntax-tree.ts';
import type { TokenStream } from './token-stream.ts';

/** Reads one line, or one statement with the blocks that belong to it. */
export function parseStatement(tokens: TokenStream): readonly Statement[] {
  if (tokens.isAt('indent')) tokens.fail('unexpected indentation');
  if (tokens.sees('def')) return [parseDef(tokens)];
  if (tokens.sees('if')) return [parseIf(tokens)];
  if (tokens.sees('for')) return [parseFor(tokens)];
  return parseSimpleLine(tokens);
}

function parseBlock(tokens: TokenStream): readonly Statement[] {
  tokens.expect(':');
  if (!tokens.isAt('newline')) return parseSimpleLine(tokens);
  tokens.advance();
  if (!tokens.isAt('indent')) tokens.unexpected('an indented block');
  tokens.enter();
  tokens.advance();
  const body: Statement[] = [];
  while (!tokens.isAt('dedent') && !tokens.isAt('end'))
    for (const statement of parseStatement(tokens)) body.push(statement);
  tokens.advance();
  tokens.leave();
  return body;
}

function parseDef(tokens: TokenStream): Def {
  const { line, column } = tokens.expect('def');
  const name = tokens.expectName();
  tokens.expect('(');
  const parameters = parseParameters(tokens, ')', grammar);
  tokens.expect(')');
  const body = parseBlock(tokens);
  const at = { line: name.line, column: name.column };
  return {
    kind: 'def',
    target: { kind: 'name', name: name.text, hops: -1, slot: -1, ...at },
    definition: { name: name.text, parameters, body, slotCount: 0, ...at },
    line,
    column,
  };
}

function parseIf(tokens: TokenStream): If {
  const { line, column } = tokens.current;
  const branches: If['branches'][number][] = [];
  do {
    tokens.advance();
    const test = grammar.test(tokens);
    branches.push({ test, body: parseBlock(tokens) });
  } while (tokens.sees('elif'));
  const otherwise = tokens.accept('else') ? parseBlock(tokens) : [];
  return { kind: 'if', branches, otherwise, line, column };
}

function parseFor(tokens: TokenStream): For {
  const { line, column } = tokens.expect('for');
  const target = grammar.loopTarget(tokens);
  tokens.expect('in');
  const iterable = grammar.tests(tokens);
  return { kind: 'for', target, iterable, body: parseBlock(tokens), line, column };
}

function parseSimpleLine(tokens: TokenStream): readonly Statement[] {
  const statements: Statement[] = [];
  do statements.push(parseSimple(tokens));
  while (tokens.accept(';') && !tokens.isAt('newline'));
  if (!tokens.isAt('newline')) tokens.unexpected('end of line');
  tokens.advance();
  return statements;
}

function parseSimple(tokens: TokenStream): Statement {
  const { kind, text, line, column } = tokens.current;
  if (kind !== 'symbol') return parseAssignment(tokens);
  if (text === 'return') {
    tokens.advance();
    const ends = tokens.isAt('newline') || tokens.sees(';');
    return { kind: 'return', value: ends ? undefined : grammar.tests(tokens), line, column };
  }
  if (text === 'break' || text === 'continue' || text === 'pass') {
    tokens.advance();
    return { kind: text, line, column };
  }
  return text === 'load' ? parseLoad(tokens) : parseAssignment(tokens);
}

function parseAssignment(tokens: TokenStream): Statement {
  const left: Expression = grammar.tests(tokens);
  const { line, column } = tokens.current;
  if (tokens.accept('=')) {
    const target = requireTarget(left, tokens);
    return { kind: 'assign', target, value: grammar.tests(tokens), line, column };
  }
  const operator = tokens.isAt('symbol') ? augmentedOperator(tokens.current.text) : undefined;
  if (operator === undefined)
    return { kind: 'expression', value: left, line: left.line, column: left.column };
  tokens.advance();
  if (left.kind === 'list' || left.kind === 'tuple')
    tokens.fail('an augmented assignment takes one target', left);
  const target = requireTarget(left, tokens);
  return { kind: 'augmented-assign', operator, target, value: grammar.tests(tokens), line, column };
}
