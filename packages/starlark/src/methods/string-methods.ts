import { Failure } from '../errors.ts';
import { formatBraces } from '../format/braces.ts';
import type { Limits } from '../limits.ts';
import type { ArgumentReader } from '../values/argument-reader.ts';
import { iterate } from '../values/iterate.ts';
import { typeName } from '../values/value.ts';
import type { Methods } from './method.ts';
import { caseMethods } from './string-case.ts';
import { characters, listOf, method, simple, split } from './string-helpers.ts';
import { searchMethods } from './string-search.ts';
import { splitMethods } from './string-split.ts';

export const stringMethods: Methods<string> = new Map([
  ...caseMethods,
  ...searchMethods,
  ...splitMethods,
  simple('elems', (self, limits) => listOf(split(self, '', limits), limits)),
  simple('codepoints', (self, limits) => listOf(characters(self, limits), limits)),
  simple('elem_ords', (self, limits) =>
    listOf(
      split(self, '', limits).map((char) => BigInt(char.charCodeAt(0))),
      limits,
    ),
  ),
  simple('codepoint_ords', (self, limits) =>
    listOf(
      characters(self, limits).map((char) => BigInt(char.codePointAt(0) ?? 0)),
      limits,
    ),
  ),
  ['format', (context, self, args) => formatBraces(self, args, context.limits)],
  method('join', ['elements'], (self, args, { limits }) => {
    const parts: string[] = [];
    for (const part of iterate(args.value('elements'), limits)) {
      if (typeof part !== 'string')
        throw new Failure(`join() takes strings, not ${typeName(part)}`);
      limits.allocate(part.length + self.length);
      parts.push(part);
    }
    return parts.join(self);
  }),
  method('removeprefix', ['prefix'], (self, args) => {
    const prefix = args.string('prefix');
    return self.startsWith(prefix) ? self.slice(prefix.length) : self;
  }),
  method('removesuffix', ['suffix'], (self, args) => {
    const suffix = args.string('suffix');
    return suffix !== '' && self.endsWith(suffix) ? self.slice(0, -suffix.length) : self;
  }),
  method('replace', ['old', 'new', 'count?'], (self, args, { limits }) => {
    const old = args.string('old');
    const replacement = args.string('new');
    const limit = args.optionalInt('count') ?? -1n;
    const pieces = old === '' ? ['', ...characters(self, limits), ''] : split(self, old, limits);
    const most = limit < 0n || limit >= BigInt(pieces.length) ? pieces.length - 1 : Number(limit);
    limits.text(self.length + most * replacement.length);
    const tail = pieces.slice(most).join(old);
    return pieces.slice(0, most).concat(tail).join(replacement);
  }),
  method('strip', ['chars?'], (self, args, { limits }) => strip(self, args, 'both', limits)),
  method('lstrip', ['chars?'], (self, args, { limits }) => strip(self, args, 'left', limits)),
  method('rstrip', ['chars?'], (self, args, { limits }) => strip(self, args, 'right', limits)),
]);

function strip(
  self: string,
  args: ArgumentReader,
  side: 'left' | 'right' | 'both',
  limits: Limits,
): string {
  const chars = args.value('chars') === null ? undefined : args.string('chars');
  limits.step((chars?.length ?? 0) >> 6);
  const given = chars === undefined ? undefined : new Set(chars);
  const isStripped = (char: string): boolean => (given ? given.has(char) : /\s/.test(char));
  let start = 0;
  let end = self.length;
  if (side !== 'right') while (start < end && isStripped(self.charAt(start))) start++;
  if (side !== 'left') while (end > start && isStripped(self.charAt(end - 1))) end--;
  return self.slice(start, end);
}
