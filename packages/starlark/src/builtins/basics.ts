import { Failure } from '../errors.ts';
import { attributeNames, findAttribute } from '../runtime/attributes.ts';
import { ArgumentReader } from '../values/argument-reader.ts';
import { type Arguments, Builtin, type Context } from '../values/callable.ts';
import { List } from '../values/list.ts';
import { toText } from '../values/repr.ts';
import { aTypeOf, typeName } from '../values/value.ts';

export const basics: readonly Builtin[] = [
  new Builtin('abs', (_, args) => {
    const value = new ArgumentReader('abs', args, ['x']).value('x');
    if (typeof value === 'number') return Math.abs(value);
    if (typeof value === 'bigint') return value < 0n ? -value : value;
    throw new Failure(`abs() wants a number, not ${typeName(value)}`);
  }),
  new Builtin('chr', (_, args) => {
    const code = new ArgumentReader('chr', args, ['i']).int('i');
    if (code < 0n || code > 0x10ffffn) throw new Failure(`chr(): ${code} is no Unicode character`);
    return String.fromCodePoint(Number(code));
  }),
  new Builtin('dir', ({ limits }, args) => {
    const names = attributeNames(new ArgumentReader('dir', args, ['x']).value('x'));
    limits.slots(names.length);
    return new List(names);
  }),
  new Builtin('fail', (context, args) => {
    throw new Failure(`fail: ${joined('fail', context, args)}`);
  }),
  new Builtin('getattr', (_, args) => {
    const reader = new ArgumentReader('getattr', args, ['x', 'name', 'default?']);
    const name = reader.string('name');
    const value = findAttribute(reader.value('x'), name);
    if (value !== undefined) return value;
    if (reader.has('default')) return reader.value('default');
    throw new Failure(`${aTypeOf(reader.value('x'))} has no attribute "${name}"`);
  }),
  new Builtin('hasattr', (_, args) => {
    const reader = new ArgumentReader('hasattr', args, ['x', 'name']);
    return findAttribute(reader.value('x'), reader.string('name')) !== undefined;
  }),
  new Builtin('hash', ({ limits }, args) => {
    const text = new ArgumentReader('hash', args, ['x']).string('x');
    limits.step(text.length >> 4);
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
    return BigInt(hash);
  }),
  new Builtin('ord', (_, args) => {
    const [char = '', ...more] = new ArgumentReader('ord', args, ['s']).string('s').slice(0, 3);
    if (char === '' || more.length > 0) throw new Failure('ord() wants a string of one character');
    return BigInt(char.codePointAt(0) ?? 0);
  }),
  new Builtin('print', (context, args) => {
    context.print(joined('print', context, args));
    return null;
  }),
];

function joined(callee: string, { limits }: Context, args: Arguments): string {
  const options = new ArgumentReader(callee, { positional: [], named: args.named }, ['sep?']);
  const separator = options.string('sep', ' ');
  limits.text(separator.length * args.positional.length);
  return args.positional.map((value) => toText(value, limits)).join(separator);
}
