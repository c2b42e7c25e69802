import { maxArguments } from '../limits.ts';
import type { Grammar } from './grammar.ts';
import type { Argument, Call, Expression } from './syntax-tree.ts';
import type { TokenStream } from './token-stream.ts';

/** Reads a call's arguments, from its opening parenthesis on. */
export function parseCall(callee: Expression, tokens: TokenStream, grammar: Grammar): Call {
  const { line, column } = tokens.expect('(');
  const args: Argument[] = [];
  while (!tokens.sees(')')) {
    if (args.length >= maxArguments) tokens.fail(`more than ${maxArguments} arguments`);
    args.push(parseArgument(tokens, grammar, args));
    if (!tokens.accept(',')) break;
  }
  tokens.expect(')');
  // Where the callee stands says more than where the parenthesis does, but for calls of calls.
  const at = callee.kind === 'name' ? callee : { line, column };
  return { kind: 'call', callee, args, line: at.line, column: at.column };
}

function parseArgument(
  tokens: TokenStream,
  grammar: Grammar,
  before: readonly Argument[],
): Argument {
  const start = tokens.current;
  if (before.some((argument) => argument.kind === 'starstar'))
    tokens.fail('no argument may follow **kwargs');
  if (tokens.accept('**')) return { kind: 'starstar', value: grammar.test(tokens) };
  if (tokens.accept('*')) {
    if (before.some((argument) => argument.kind === 'star'))
      tokens.fail('a call takes one *args at most', start);
    return { kind: 'star', value: grammar.test(tokens) };
  }
  const { following } = tokens;
  if (start.kind === 'name' && following.kind === 'symbol' && following.text === '=') {
    const name = tokens.advance().text;
    tokens.advance();
    if (before.some((argument) => argument.kind === 'named' && argument.name === name))
      tokens.fail(`argument "${name}" is given twice`, start);
    return { kind: 'named', name, value: grammar.test(tokens) };
  }
  if (before.some((argument) => argument.kind !== 'positional'))
    tokens.fail('a positional argument cannot follow a named one or *args', start);
  return { kind: 'positional', value: grammar.test(tokens) };
}
