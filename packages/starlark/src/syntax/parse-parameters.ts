import { maxArguments } from '../limits.ts';
import type { Grammar } from './grammar.ts';
import type { Parameter } from './syntax-tree.ts';
import type { TokenStream } from './token-stream.ts';

/** Reads the parameters of a function up to, without, the symbol that ends them. */
export function parseParameters(tokens: TokenStream, end: string, grammar: Grammar): Parameter[] {
  const parameters: Parameter[] = [];
  while (!tokens.sees(end)) {
    if (parameters.length >= maxArguments) tokens.fail(`more than ${maxArguments} parameters`);
    const parameter = parseParameter(tokens, parameters, grammar);
    if (parameters.some(({ name }) => name !== '' && name === parameter.name))
      tokens.fail(`parameter "${parameter.name}" is named twice`, parameter);
    parameters.push(parameter);
    if (!tokens.accept(',')) break;
  }
  const last = parameters.at(-1);
  if (last?.kind === 'rest' && last.name === '')
    tokens.fail('a bare * must be followed by a parameter', last);
  return parameters;
}

function parseParameter(
  tokens: TokenStream,
  before: readonly Parameter[],
  grammar: Grammar,
): Parameter {
  const { line, column } = tokens.current;
  const last = before.at(-1);
  if (last?.kind === 'keyword-rest') tokens.fail('no parameter may follow **kwargs');
  if (tokens.accept('**')) {
    if (last?.kind === 'rest' && last.name === '')
      tokens.fail('a bare * must be followed by a parameter', last);
    const { text } = tokens.expectName();
    return { kind: 'keyword-rest', name: text, fallback: undefined, line, column };
  }
  const afterRest = before.some((parameter) => parameter.kind === 'rest');
  if (tokens.accept('*')) {
    if (afterRest) tokens.fail('only one * is allowed', { line, column });
    const name = tokens.current.kind === 'name' ? tokens.advance().text : '';
    return { kind: 'rest', name, fallback: undefined, line, column };
  }
  const name = tokens.expectName().text;
  const fallback = tokens.accept('=') ? grammar.test(tokens) : undefined;
  if (!afterRest && fallback === undefined && last?.fallback !== undefined)
    tokens.fail('a parameter without default cannot follow one with a default', { line, column });
  return { kind: afterRest ? 'keyword-only' : 'plain', name, fallback, line, column };
}
