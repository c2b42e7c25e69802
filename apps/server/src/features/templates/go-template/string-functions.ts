import { createHash } from 'node:crypto';
import { print, typeOf, type Value } from './values.ts';

const maxPadding = 1000;

/** Functions on text; what they work on comes first, save for those that templates know otherwise. */
export const stringFunctions = {
  quote: (value: Value) => JSON.stringify(print(value)),
  squote: (value: Value) => `'${print(value)}'`,
  upper: (value: Value) => print(value).toUpperCase(),
  lower: (value: Value) => print(value).toLowerCase(),
  title: (value: Value) => print(value).replace(/(^|\s)\S/g, (start) => start.toUpperCase()),
  trim: (value: Value) => print(value).trim(),
  chomp: (value: Value) => print(value).replace(/[\r\n]+$/, ''),
  trimPrefix: (value: Value, prefix: Value) =>
    print(value).startsWith(print(prefix)) ? print(value).slice(print(prefix).length) : value,
  trimSuffix: (value: Value, suffix: Value) =>
    print(value).endsWith(print(suffix)) && print(suffix)
      ? print(value).slice(0, -print(suffix).length)
      : value,
  contains: (value: Value, part: Value) => print(value).includes(print(part)),
  hasPrefix: (value: Value, prefix: Value) => print(value).startsWith(print(prefix)),
  hasSuffix: (value: Value, suffix: Value) => print(value).endsWith(print(suffix)),
  replace: (value: Value, old: Value, by: Value) =>
    print(value).replaceAll(print(old), () => print(by)),
  split: (value: Value, separator: Value) => print(value).split(print(separator)),
  append: (value: Value, end: Value) => print(value) + print(end),
  prepend: (value: Value, start: Value) => print(start) + print(value),
  indent: (value: Value, width: Value) => indent(value, width),
  nindent: (value: Value, width: Value) => `\n${indent(value, width)}`,
  join: (separator: Value, list: Value) => {
    if (!Array.isArray(list)) throw new Error(`join needs a list, not ${typeOf(list)}`);
    return list.map(print).join(print(separator));
  },
  base64Encode: (value: Value) => Buffer.from(print(value)).toString('base64'),
  base64Decode: (value: Value) => Buffer.from(print(value), 'base64').toString('utf8'),
  sha256: (value: Value) => createHash('sha256').update(print(value)).digest('hex'),
};

function indent(value: Value, width: Value): string {
  const padding = ' '.repeat(Math.min(maxPadding, Math.max(0, Number(width) || 0)));
  return padding + print(value).replaceAll('\n', `\n${padding}`);
}
