import { extractExpressions } from './extract-expressions.ts';

/** Returns whether a text can be `expanded` once its `${NAME}` expressions have values. Any value is possible. */
export function canExpandTo(text: string, expanded: string): boolean {
  const marked = withoutFallbacks(extractExpressions(text).text);
  const [first = '', ...rest] = marked.split(/\uE000\d+\uE001/);
  const last = rest.pop();
  if (last === undefined) return first === expanded;
  if (!expanded.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = expanded.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return expanded.length - last.length >= at && expanded.endsWith(last);
}

/** Joins the expressions up to the last one with a fallback, because they can be nested. */
function withoutFallbacks(marked: string): string {
  const end = marked.lastIndexOf('\uE002');
  if (end < 0) return marked;
  return `${marked.slice(0, marked.indexOf('\uE000'))}\uE0000\uE001${marked.slice(end + 1)}`;
}
