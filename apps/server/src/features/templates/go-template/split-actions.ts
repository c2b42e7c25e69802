import { TemplateError } from './template-error.ts';

/** Text of a template, or what stands between `{{` and `}}`. */
export interface Piece {
  kind: 'text' | 'action';
  text: string;
  line: number;
}

/** Cuts a template into text and actions; `{{-` and `-}}` take the white space beside them away. */
export function splitActions(source: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let line = 1;
  let trimsNext = false;
  const addText = (text: string) => {
    const kept = trimsNext ? text.trimStart() : text;
    pieces.push({ kind: 'text', text: kept, line });
    line += countLines(text);
  };
  for (;;) {
    const open = source.indexOf('{{', at);
    if (open < 0) break;
    const trimsBefore = /^-\s/.test(source.slice(open + 2, open + 4));
    addText(source.slice(at, open));
    const last = pieces.at(-1);
    if (trimsBefore && last) last.text = last.text.trimEnd();
    const close = findEnd(source, open + 2);
    if (close < 0) throw new TemplateError(line, '"{{" is never closed with "}}"');
    const inside = source.slice(open + 2, close);
    trimsNext = /\s-$/.test(inside);
    const start = trimsBefore ? 1 : 0;
    const text = inside.slice(start, trimsNext ? -1 : undefined).trim();
    if (!/^\/\*[\s\S]*\*\/$/.test(text)) pieces.push({ kind: 'action', text, line });
    line += countLines(inside);
    at = close + 2;
  }
  addText(source.slice(at));
  return pieces;
}

/** Where the action ends: a `}}` that stands neither in a string nor in a comment. */
function findEnd(source: string, start: number): number {
  if (/^-?\s*\/\*/.test(source.slice(start, start + 200))) {
    const end = source.indexOf('*/', start);
    return end < 0 ? -1 : source.indexOf('}}', end);
  }
  let quote = '';
  for (let at = start; at < source.length; at++) {
    const character = source[at] ?? '';
    if (quote) {
      if (character === '\\' && quote === '"') at++;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === '`') quote = character;
    else if (source.startsWith('}}', at)) return at;
  }
  return -1;
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
