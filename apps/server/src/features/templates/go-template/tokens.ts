import { TemplateError } from './template-error.ts';

export interface Token {
  kind: 'name' | 'field' | 'variable' | 'string' | 'number' | 'mark' | 'space';
  text: string;
}

const patterns: [Token['kind'], RegExp][] = [
  ['space', /\s+/y],
  ['string', /"(?:[^"\\\n]|\\.)*"|`[^`]*`/y],
  ['number', /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?/iy],
  ['variable', /\$\w*/y],
  ['field', /\.[A-Za-z_]\w*/y],
  ['name', /[A-Za-z_]\w*/y],
  ['mark', /:=|[=|(),.]/y],
];

/** The words of an action. White space stays where a field follows it: `$a .b` are two operands. */
export function readTokens(text: string, line: number): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const token = readToken(text, at);
    if (!token) throw new TemplateError(line, `"${text.slice(at, at + 20)}" is not understood`);
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

function readToken(text: string, at: number): Token | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { kind, text: match[0] };
  }
  return undefined;
}
