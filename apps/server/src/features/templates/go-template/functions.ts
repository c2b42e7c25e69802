import type { Data } from '@millrace/contract/pipeline';
import { printf } from './printf.ts';
import { stringFunctions } from './string-functions.ts';
import { fieldOf, isMap, print, truth, typeOf, type Value } from './values.ts';

export type TemplateFunction = (...values: Value[]) => Value;

/** The functions of the template language, and those that existing servers add to it. */
export const functions: ReadonlyMap<string, TemplateFunction> = new Map<string, TemplateFunction>(
  Object.entries({
    ...stringFunctions,
    // Both look at all their arguments, as there is nothing in them that could go wrong.
    and: (...values) => values.find((value) => !truth(value)) ?? values.at(-1),
    or: (...values) => values.find(truth) ?? values.at(-1),
    not: (value) => !truth(value),
    eq: (first, ...others) => others.some((other) => isEqual(first, other)),
    ne: (first, second) => !isEqual(first, second),
    lt: (first, second) => compare(first, second) < 0,
    le: (first, second) => compare(first, second) <= 0,
    gt: (first, second) => compare(first, second) > 0,
    ge: (first, second) => compare(first, second) >= 0,
    len: length,
    index: (value, ...keys) => keys.reduce(at, value),
    print: (...values) => values.map(print).join(''),
    printf: (format, ...values) => printf(print(format), values),
    default: (fallback, value) => (truth(value) ? value : fallback),
    jsonify: (value) => JSON.stringify(value ?? null),
  } satisfies Record<string, TemplateFunction>),
);

function isEqual(first: Value, second: Value): boolean {
  const [a, b] = [first ?? null, second ?? null];
  if (typeof a === 'object' && a) throw new Error(`${typeOf(a)} cannot be compared`);
  return a === b;
}

function compare(first: Value, second: Value): number {
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  if (typeof first !== 'string' || typeof second !== 'string') {
    throw new Error(`${typeOf(first)} and ${typeOf(second)} have no order`);
  }
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function length(value: Value): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.length;
  if (isMap(value)) return Object.keys(value).length;
  throw new Error(`${typeOf(value)} has no length`);
}

function at(value: Value, key: Value): Value {
  if (isMap(value)) return fieldOf(value, print(key));
  if (!Array.isArray(value)) throw new Error(`${typeOf(value)} has no entries`);
  const entry: Data | undefined = typeof key === 'number' ? value[key] : undefined;
  if (entry === undefined) throw new Error(`the list has no entry ${print(key)}`);
  return entry;
}
