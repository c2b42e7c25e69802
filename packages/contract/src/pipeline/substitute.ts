import { matchGlob } from './match-glob.ts';

/** What a text of the file is for: a shell reads commands again. */
export type TextUse = 'command' | 'value';

/**
 * Puts values in the place of `${NAME}` the way existing pipeline files expect, with the operators
 * of a shell: `:offset:length`, `#` `##` `%` `%%` (trim a pattern), `/` `//` `/#` `/%` (replace),
 * `^` `^^` `,` `,,` (case), `:-` `:=` `-` `=` (default), and `${#NAME}` for the length. `$${NAME}`
 * stands for `${NAME}`. An unknown name is empty; in a command it is left to the shell, unless it
 * is one that only a build can have. What is none of these stays as it is.
 */
export function substitute(
  text: string,
  values: Readonly<Record<string, string>>,
  use: TextUse = 'value',
): string {
  if (!text.includes('${')) return text;
  let result = '';
  let at = 0;
  for (let start = text.indexOf('${'); start >= 0; start = text.indexOf('${', at)) {
    if (start > at && text[start - 1] === '$') {
      result += `${text.slice(at, start - 1)}\${`;
      at = start + 2;
      continue;
    }
    const end = findEnd(text, start + 2);
    if (end === undefined) break;
    const value = evaluate(text.slice(start + 2, end), values, use);
    result += text.slice(at, start) + (value ?? text.slice(start, end + 1));
    at = end + 1;
  }
  return result + text.slice(at);
}

/** Place of the brace that closes an expression; a default may hold expressions of its own. */
function findEnd(text: string, from: number): number | undefined {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('${', at)) depth++;
    else if (text[at] === '}') depth--;
    if (depth === 0) return at;
  }
  return undefined;
}

const expression = /^(#?)([A-Za-z_]\w*)(.*)$/s;

/** Undefined for an expression that is to stay as it is. */
function evaluate(
  source: string,
  values: Readonly<Record<string, string>>,
  use: TextUse,
): string | undefined {
  const [, length, name, operation = ''] = expression.exec(source) ?? [];
  if (name === undefined || (length && operation !== '')) return undefined;
  const isKnown = Object.hasOwn(values, name) || /^(DRONE|CI)_/.test(name);
  if (use === 'command' && !isKnown) return undefined;
  const value = lookUp(name, values);
  if (length) return String(value.length);
  if (operation === '') return value;
  const fallback = /^:?[-=](.*)$/s.exec(operation)?.[1];
  if (fallback !== undefined) return value === '' ? substitute(fallback, values) : value;
  return operate(value, operation);
}

function lookUp(name: string, values: Readonly<Record<string, string>>): string {
  return Object.hasOwn(values, name) ? (values[name] ?? '') : '';
}

function operate(value: string, operation: string): string | undefined {
  if (operation in changeCase) return changeCase[operation]?.(value);
  const slice = /^:(\d+)(?::(\d+))?$/.exec(operation);
  if (slice) {
    const start = Number(slice[1]);
    const chars = [...value];
    return chars
      .slice(start, slice[2] === undefined ? undefined : start + Number(slice[2]))
      .join('');
  }
  if (operation.startsWith('#')) return trimStart(value, operation);
  if (operation.startsWith('%')) return trimEnd(value, operation);
  return operation.startsWith('/') ? replace(value, operation) : undefined;
}

const changeCase: Record<string, (value: string) => string> = {
  '^': (value) => value.charAt(0).toUpperCase() + value.slice(1),
  '^^': (value) => value.toUpperCase(),
  ',': (value) => value.charAt(0).toLowerCase() + value.slice(1),
  ',,': (value) => value.toLowerCase(),
};

function trimStart(value: string, operation: string): string {
  const isLongest = operation.startsWith('##');
  const pattern = operation.slice(isLongest ? 2 : 1);
  const lengths = Array.from({ length: value.length + 1 }, (_, length) => length);
  const found = (isLongest ? lengths.reverse() : lengths).find((length) =>
    matchGlob(pattern, value.slice(0, length)),
  );
  return value.slice(found ?? 0);
}

function trimEnd(value: string, operation: string): string {
  const isLongest = operation.startsWith('%%');
  const pattern = operation.slice(isLongest ? 2 : 1);
  const starts = Array.from({ length: value.length + 1 }, (_, start) => start);
  const found = (isLongest ? starts : starts.reverse()).find((start) =>
    matchGlob(pattern, value.slice(start)),
  );
  return value.slice(0, found ?? value.length);
}

/** The texts are taken literally; `\/` is a slash in them. */
function replace(value: string, operation: string): string | undefined {
  const mode = /^\/[/#%]?/.exec(operation)?.[0] ?? '/';
  const [wanted = '', replacement = ''] = splitAtSlash(operation.slice(mode.length));
  if (wanted === '') return undefined;
  if (mode === '//') return value.replaceAll(wanted, () => replacement);
  if (mode === '/#') {
    return value.startsWith(wanted) ? replacement + value.slice(wanted.length) : value;
  }
  if (mode === '/%') {
    return value.endsWith(wanted) ? value.slice(0, -wanted.length) + replacement : value;
  }
  return value.replace(wanted, () => replacement);
}

/** Existing files write the slash as `\/` or, where YAML takes one away, as `\\/`. */
function splitAtSlash(text: string): [string, string] {
  const match = /^((?:\\+\/|[^/])*?)(?:\/(.*))?$/s.exec(text);
  const unescaped = (part: string) => part.replace(/\\+\//g, '/');
  return [unescaped(match?.[1] ?? ''), unescaped(match?.[2] ?? '')];
}
