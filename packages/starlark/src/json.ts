import { Failure, nowhere, StarlarkError } from './errors.ts';
import { Limits } from './limits.ts';
import { Dict } from './values/dict.ts';
import { nonFiniteText } from './values/float.ts';
import { List } from './values/list.ts';
import { quote } from './values/quote.ts';
import { Struct } from './values/struct.ts';
import { aTypeOf, type Value } from './values/value.ts';

export type Json =
  | (null | boolean | number | string)
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** JSON data as a script's values, objects as dicts. Whole numbers become ints. */
export function fromJson(data: Json): Value {
  return guarded((limits) => toValue(data, 'dict', limits, 0));
}

/** As `fromJson`, but objects become structs, whose fields are read with a dot. */
export function toStruct(data: Json): Value {
  return guarded((limits) => toValue(data, 'struct', limits, 0));
}

/**
 * A script's value as JSON data; dicts and structs become objects. What JSON cannot say is refused,
 * with the path to it.
 */
export function toJson(value: Value): Json {
  return guarded((limits) => toData(value, '', new Set(), limits));
}

function toValue(data: Json, objects: 'dict' | 'struct', limits: Limits, depth: number): Value {
  limits.nesting(depth);
  if (typeof data === 'number') return Number.isSafeInteger(data) ? BigInt(data) : data;
  if (data === null || typeof data !== 'object') return data;
  if (isArray(data)) return new List(data.map((item) => toValue(item, objects, limits, depth + 1)));
  const entries: [string, Value][] = [];
  for (const [key, item] of Object.entries(data))
    if (item !== undefined) entries.push([key, toValue(item, objects, limits, depth + 1)]);
  if (objects === 'struct') return new Struct(entries);
  const dict = new Dict();
  for (const [key, item] of entries) dict.set(key, item, limits);
  return dict;
}

function toData(value: Value, path: string, open: Set<Value>, limits: Limits): Json {
  limits.step();
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    // A string counts each time it appears: the text written from the data holds it as often.
    limits.text(value.length);
    return value;
  }
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : refuse(path, 'an int beyond 2^53');
  }
  if (typeof value === 'number')
    return Number.isFinite(value) ? value : refuse(path, `the float ${nonFiniteText(value)}`);
  if (open.has(value)) return refuse(path, `a ${value.type} that contains itself`);
  open.add(value);
  limits.nesting(open.size);
  const data = compound(value, path, open, limits);
  open.delete(value);
  return data;
}

function compound(
  value: Exclude<Value, null | boolean | bigint | number | string>,
  path: string,
  open: Set<Value>,
  limits: Limits,
): Json {
  switch (value.type) {
    case 'list':
    case 'tuple':
      return value.items.map((item, at) => toData(item, `${path}[${at}]`, open, limits));
    case 'dict':
      return objectOf(value, path, open, limits);
    case 'struct':
      return objectOf(value.fields, path, open, limits);
    default:
      return refuse(path, `${aTypeOf(value)}`);
  }
}

function objectOf(
  entries: Iterable<readonly [Value, Value]>,
  path: string,
  open: Set<Value>,
  limits: Limits,
): Json {
  const fields: [string, Json][] = [];
  for (const [key, item] of entries) {
    if (typeof key !== 'string') return refuse(path, `a dict with ${aTypeOf(key)} as key`);
    limits.text(key.length);
    fields.push([key, toData(item, pathTo(path, key), open, limits)]);
  }
  // Unlike assignments, this also makes an own field of `__proto__`.
  return Object.fromEntries(fields);
}

function pathTo(path: string, key: string): string {
  if (!/^\w{1,60}$/.test(key)) return `${path}[${quote(key.slice(0, 60))}]`;
  return path === '' ? key : `${path}.${key}`;
}

function refuse(path: string, what: string): never {
  throw new Failure(`${what} cannot become JSON${path === '' ? '' : `, at ${path}`}`);
}

function isArray(data: Json): data is readonly Json[] {
  return Array.isArray(data);
}

function guarded<Result>(convert: (limits: Limits) => Result): Result {
  try {
    return convert(new Limits());
  } catch (error) {
    if (error instanceof Failure) throw new StarlarkError(error.message, nowhere);
    throw error;
  }
}
