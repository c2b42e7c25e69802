import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { ArgumentReader } from '../values/argument-reader.ts';
import type { Context } from '../values/callable.ts';
import { List } from '../values/list.ts';
import type { Value } from '../values/value.ts';
import type { Method } from './method.ts';

type Entry = readonly [string, Method<string>];

/** A method without arguments that reads all of the string. */
export function simple(name: string, run: (self: string, limits: Limits) => Value): Entry {
  return [
    name,
    (context, self, args) => {
      new ArgumentReader(name, args, []);
      chargeReading(self, context.limits);
      const result = run(self, context.limits);
      if (typeof result === 'string') context.limits.text(result.length);
      return result;
    },
  ];
}

export function method(
  name: string,
  parameters: readonly string[],
  run: (self: string, args: ArgumentReader, context: Context) => Value,
): Entry {
  return [
    name,
    (context, self, args) => {
      chargeReading(self, context.limits);
      const result = run(self, new ArgumentReader(name, args, parameters), context);
      if (typeof result === 'string') context.limits.text(result.length);
      return result;
    },
  ];
}

/** As JavaScript's `split`, but the pieces count as memory before they are made. */
export function split(text: string, separator: string, limits: Limits): string[] {
  limits.search(text, separator);
  limits.slots(separator === '' ? text.length : count(text, separator) + 1);
  return text.split(separator);
}

export function characters(text: string, limits: Limits): string[] {
  limits.slots(text.length);
  return [...text];
}

export function count(text: string, sub: string): number {
  if (sub === '') return text.length + 1;
  let found = 0;
  for (let at = text.indexOf(sub); at >= 0; at = text.indexOf(sub, at + sub.length)) found++;
  return found;
}

export function listOf(items: Value[], limits: Limits): List {
  limits.slots(items.length);
  for (const item of items) if (typeof item === 'string') limits.text(item.length);
  return new List(items);
}

/** `start` and `end` as `slice` would take them. */
export function bounds(length: number, args: ArgumentReader): { start: number; end: number } {
  const start = clamp(args.optionalInt('start') ?? 0n, length);
  const end = clamp(args.optionalInt('end') ?? BigInt(length), length);
  return { start, end };
}

export function requireSeparator(separator: string): string {
  if (separator === '') throw new Failure('the separator must not be empty');
  return separator;
}

function clamp(index: bigint, length: number): number {
  const at = index < 0n ? index + BigInt(length) : index;
  if (at < 0n) return 0;
  return at > BigInt(length) ? length : Number(at);
}

function chargeReading(text: string, limits: Limits): void {
  limits.step(text.length >> 6);
}
