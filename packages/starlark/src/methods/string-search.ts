import { Failure } from '../errors.ts';
import type { ArgumentReader } from '../values/argument-reader.ts';
import type { Context } from '../values/callable.ts';
import { typeName, type Value } from '../values/value.ts';
import type { Method } from './method.ts';
import { bounds, count, method } from './string-helpers.ts';

type Entry = readonly [string, Method<string>];

const searchParameters = ['sub', 'start?', 'end?'];

export const searchMethods: readonly Entry[] = [
  method('count', searchParameters, (self, args, context) => {
    const sub = args.string('sub');
    return BigInt(count(searched(self, sub, args, context).slice, sub));
  }),
  finder('find', false, false),
  finder('index', false, true),
  finder('rfind', true, false),
  finder('rindex', true, true),
  method('startswith', ['prefix', 'start?', 'end?'], (self, args, context) => {
    const { start, end } = bounds(self.length, args);
    const text = self.slice(start, end);
    return affixes(args, 'prefix', context).some((prefix) => text.startsWith(prefix));
  }),
  method('endswith', ['suffix', 'start?', 'end?'], (self, args, context) => {
    const { start, end } = bounds(self.length, args);
    const text = self.slice(start, end);
    return affixes(args, 'suffix', context).some((suffix) => text.endsWith(suffix));
  }),
];

function finder(name: string, fromEnd: boolean, mustFind: boolean): Entry {
  return method(name, searchParameters, (self, args, context) => {
    const sub = args.string('sub');
    const { slice, start, valid } = searched(self, sub, args, context);
    const at = fromEnd ? slice.lastIndexOf(sub) : slice.indexOf(sub);
    if (at >= 0 && valid) return BigInt(at + start);
    if (mustFind) throw new Failure(`${name}(): the string does not contain what is looked for`);
    return -1n;
  });
}

function searched(
  self: string,
  sub: string,
  args: ArgumentReader,
  context: Context,
): { slice: string; start: number; valid: boolean } {
  context.limits.search(self, sub);
  const { start, end } = bounds(self.length, args);
  return { slice: self.slice(start, end), start, valid: start <= end };
}

function affixes(args: ArgumentReader, name: string, context: Context): string[] {
  const value = args.value(name);
  const isTuple = value !== null && typeof value === 'object' && value.type === 'tuple';
  const candidates: readonly Value[] = isTuple ? value.items : [value];
  return candidates.map((candidate) => {
    if (typeof candidate !== 'string')
      throw new Failure(`a ${name} is a string or a tuple of strings, not ${typeName(candidate)}`);
    context.limits.step(1 + (candidate.length >> 6));
    return candidate;
  });
}
