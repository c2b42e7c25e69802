import type { Limits } from '../limits.ts';
import type { ArgumentReader } from '../values/argument-reader.ts';
import type { Context } from '../values/callable.ts';
import type { List } from '../values/list.ts';
import { Tuple } from '../values/tuple.ts';
import type { Method } from './method.ts';
import { listOf, method, requireSeparator, split } from './string-helpers.ts';

type Entry = readonly [string, Method<string>];

export const splitMethods: readonly Entry[] = [
  method('split', ['sep?', 'maxsplit?'], (self, args, context) =>
    splitText(self, args, context, false),
  ),
  method('rsplit', ['sep?', 'maxsplit?'], (self, args, context) =>
    splitText(self, args, context, true),
  ),
  method('splitlines', ['keepends?'], (self, args, { limits }) => {
    const keep = args.flag('keepends');
    const lines: string[] = [];
    for (const [line] of self.matchAll(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g)) {
      limits.slots(1);
      lines.push(keep ? line : line.replace(/[\r\n]+$/, ''));
    }
    return listOf(lines, limits);
  }),
  method('partition', ['sep'], (self, args, { limits }) => {
    const sep = requireSeparator(args.string('sep'));
    limits.search(self, sep);
    limits.text(self.length);
    const at = self.indexOf(sep);
    if (at < 0) return new Tuple([self, '', '']);
    return new Tuple([self.slice(0, at), sep, self.slice(at + sep.length)]);
  }),
  method('rpartition', ['sep'], (self, args, { limits }) => {
    const sep = requireSeparator(args.string('sep'));
    limits.search(self, sep);
    limits.text(self.length);
    const at = self.lastIndexOf(sep);
    if (at < 0) return new Tuple(['', '', self]);
    return new Tuple([self.slice(0, at), sep, self.slice(at + sep.length)]);
  }),
];

function splitText(
  self: string,
  args: ArgumentReader,
  { limits }: Context,
  fromEnd: boolean,
): List {
  const given = args.optionalInt('maxsplit') ?? -1n;
  const most = given < 0n || given > BigInt(self.length) ? self.length : Number(given);
  if (args.value('sep') === null) return listOf(splitAtSpace(self, most, fromEnd, limits), limits);
  const sep = requireSeparator(args.string('sep'));
  const pieces = split(self, sep, limits);
  const joined = Math.max(0, pieces.length - 1 - most);
  if (joined === 0) return listOf(pieces, limits);
  const items = fromEnd
    ? [pieces.slice(0, joined + 1).join(sep), ...pieces.slice(joined + 1)]
    : [...pieces.slice(0, most), pieces.slice(most).join(sep)];
  return listOf(items, limits);
}

/** Without separator, runs of spaces separate, and those around the whole do not count. */
function splitAtSpace(self: string, most: number, fromEnd: boolean, limits: Limits): string[] {
  const words: { text: string; start: number; end: number }[] = [];
  for (const { 0: text, index } of self.matchAll(/\S+/g)) {
    limits.slots(4);
    words.push({ text, start: index, end: index + text.length });
  }
  const texts = words.map(({ text }) => text);
  const surplus = words.length - most;
  if (surplus <= 0) return texts;
  if (!fromEnd) return [...texts.slice(0, most), self.slice(words[most]?.start).trimEnd()];
  return [self.slice(0, words[surplus - 1]?.end).trimStart(), ...texts.slice(surplus)];
}
