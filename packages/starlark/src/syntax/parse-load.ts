import type { Load } from './syntax-tree.ts';
import type { TokenStream } from './token-stream.ts';

export function parseLoad(tokens: TokenStream): Load {
  const { line, column } = tokens.expect('load');
  tokens.expect('(');
  const label = expectString(tokens);
  const bindings: Load['bindings'][number][] = [];
  while (tokens.accept(',') && !tokens.sees(')')) bindings.push(parseBinding(tokens));
  tokens.expect(')');
  if (bindings.length === 0) tokens.fail('load must name what it loads', { line, column });
  return { kind: 'load', label, bindings, line, column };
}

function parseBinding(tokens: TokenStream): Load['bindings'][number] {
  const { line, column } = tokens.current;
  let name: string | undefined;
  if (tokens.current.kind === 'name') {
    name = tokens.advance().text;
    tokens.expect('=');
  }
  const exported = expectString(tokens);
  name ??= exported;
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name))
    tokens.fail(`"${name}" is not a name`, { line, column });
  if (exported.startsWith('_'))
    tokens.fail(`"${exported}" is private to its file`, { line, column });
  return { target: { kind: 'name', name, hops: -1, slot: -1, line, column }, exported };
}

function expectString(tokens: TokenStream): string {
  const { kind, value } = tokens.current;
  if (kind !== 'literal' || typeof value !== 'string') return tokens.unexpected('a string');
  tokens.advance();
  return value;
}
