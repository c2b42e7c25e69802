import { prefixLengths } from './prefix-lengths.ts';

export interface Expression {
  name: string;
  /** True for `${#NAME}`. */
  isLength: boolean;
  /** Operator and arguments after the name: `:0:8`, `##v`, `:-none`. */
  operation: string;
}

/** Expands an argument, which may contain expressions. */
export type FillArgument = (source: string) => string;

const pattern = /^(#?)([\p{L}\p{Nd}_]+)(.*)$/su;
const changeCase: Record<string, (value: string) => string> = {
  '^': (value) => changeFirst(value, (char) => char.toUpperCase()),
  '^^': (value) => value.toUpperCase(),
  ',': (value) => changeFirst(value, (char) => char.toLowerCase()),
  ',,': (value) => value.toLowerCase(),
};

/** Parses the text between `${` and `}`. Returns undefined if it is not an expression. */
export function readExpression(source: string): Expression | undefined {
  const [, length, name, operation = ''] = pattern.exec(source) ?? [];
  if (name === undefined) return undefined;
  const isLength = length === '#';
  if (isLength ? operation !== '' : !isOperation(operation)) return undefined;
  return { name, isLength, operation };
}

function isOperation(operation: string): boolean {
  return operation in changeCase || /^$|^:?[-=?+]|^:[^}]|^##?.|^%%?.|^\/[/#%]?./s.test(operation);
}

/** Returns the fallback for an empty value: `none` of `${NAME:-none}`. Undefined for other expressions. */
export function readFallback({ operation }: Expression): string | undefined {
  return /^:?[-=?+](.*)$/s.exec(operation)?.[1];
}

/** Evaluates an expression without a fallback, with `value` for its name. */
export function evaluate(
  { isLength, operation }: Expression,
  value: string,
  fill: FillArgument,
): string {
  if (isLength) return String(value.length);
  if (operation === '') return value;
  if (operation in changeCase) return changeCase[operation]?.(value) ?? value;
  if (operation.startsWith(':')) return slice(value, operation.slice(1), fill);
  if (operation.startsWith('/')) return replace(value, operation, fill);
  return trim(value, operation, fill);
}

function slice(value: string, source: string, fill: FillArgument): string {
  const [offset, length] = fill(source).split(':', 2);
  const start = readNumber(offset);
  const chars = [...value];
  if (start === undefined) return value;
  const from = start < 0 ? Math.max(chars.length + start, 0) : start;
  if (length === undefined) return chars.slice(from).join('');
  const count = readNumber(length);
  return count === undefined ? value : chars.slice(from, from + Math.max(count, 0)).join('');
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[-+]?\d+$/.test(text) ? Number(text) : undefined;
}

/** Trims the shortest (`#`, `%`) or longest (`##`, `%%`) matching prefix or suffix. */
function trim(value: string, operation: string, fill: FillArgument): string {
  const sign = operation.charAt(0);
  const isLongest = operation.charAt(1) === sign;
  const pattern = fill(operation.slice(isLongest ? 2 : 1));
  const isEnd = sign === '%';
  const text = isEnd ? reverse(value) : value;
  const lengths = prefixLengths(isEnd ? reverse(pattern) : pattern, text);
  const rest = text.slice((isLongest ? lengths.at(-1) : lengths[0]) ?? 0);
  return isEnd ? reverse(rest) : rest;
}

function reverse(text: string): string {
  return [...text].reverse().join('');
}

/** Replaces literal text; `\` escapes a slash or another `\`. */
function replace(value: string, operation: string, fill: FillArgument): string {
  const mode = /^\/[/#%]?/.exec(operation)?.[0] ?? '/';
  const [, first = '', , second = ''] =
    /^((?:\\[\\/]|[^/])*)(\/+(.*))?$/s.exec(operation.slice(mode.length)) ?? [];
  const searched = fill(takeLiterally(first));
  const replacement = fill(takeLiterally(second));
  if (searched === '') return value;
  if (mode === '//') return value.replaceAll(searched, () => replacement);
  if (mode === '/') return value.replace(searched, () => replacement);
  // Existing runners ignore an empty replacement here.
  if (replacement === '') return value;
  if (mode === '/#') {
    return value.startsWith(searched) ? replacement + value.slice(searched.length) : value;
  }
  return value.endsWith(searched) ? value.slice(0, -searched.length) + replacement : value;
}

function takeLiterally(text: string): string {
  return text.replace(/\\([\\/])|\$(\$)/g, '$1$2');
}

function changeFirst(value: string, change: (char: string) => string): string {
  const [first = ''] = value;
  return change(first) + value.slice(first.length);
}
