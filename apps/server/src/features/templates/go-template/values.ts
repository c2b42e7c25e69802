import type { Data } from '@millrace/contract/pipeline';

/** Undefined is what a missing field gives. */
export type Value = Data | undefined;

/** What `if` takes for true: everything but false, zero, nothing and what is empty. */
export function truth(value: Value): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

export function isMap(value: Value): value is { [key: string]: Data } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldOf(value: Value, name: string): Value {
  return isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** As Go prints it: `[a b]`, `map[a:1 b:2]`. */
export function print(value: Value): string {
  if (value === undefined || value === null) return '<no value>';
  if (Array.isArray(value)) return `[${value.map(print).join(' ')}]`;
  if (!isMap(value)) return String(value);
  const fields = Object.keys(value).sort();
  return `map[${fields.map((name) => `${name}:${print(value[name])}`).join(' ')}]`;
}

export function typeOf(value: Value): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : `a ${typeof value}`;
}
