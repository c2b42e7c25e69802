import { Failure } from '../errors.ts';
import { ArgumentReader, refuseNamed } from '../values/argument-reader.ts';
import { Builtin } from '../values/callable.ts';
import { Dict } from '../values/dict.ts';
import { updateDict } from '../values/dict-update.ts';
import { truncateFloat } from '../values/float.ts';
import { intToFloat } from '../values/int.ts';
import { iterate, toArray } from '../values/iterate.ts';
import { List } from '../values/list.ts';
import { parseFloatText, parseIntText } from '../values/parse-number.ts';
import { repr, toText } from '../values/repr.ts';
import { setOf } from '../values/set.ts';
import { Struct } from '../values/struct.ts';
import { Tuple } from '../values/tuple.ts';
import { aTypeOf, truth, typeName } from '../values/value.ts';

export const conversions: readonly Builtin[] = [
  new Builtin('bool', (_, args) => new ArgumentReader('bool', args, ['x?']).flag('x')),
  new Builtin('dict', ({ limits }, args) => {
    const dict = new Dict();
    limits.slots(0);
    updateDict('dict', dict, args, limits);
    return dict;
  }),
  new Builtin('float', ({ limits }, args) => {
    const reader = new ArgumentReader('float', args, ['x?']);
    const value = reader.value('x');
    if (!reader.has('x')) return 0;
    if (typeof value === 'number') return value;
    if (typeof value === 'bigint') return intToFloat(value);
    if (typeof value === 'boolean') return value ? 1 : 0;
    if (typeof value === 'string') {
      limits.step(value.length >> 4);
      return parseFloatText(value);
    }
    throw new Failure(`float() cannot convert ${aTypeOf(value)}`);
  }),
  new Builtin('int', ({ limits }, args) => {
    const reader = new ArgumentReader('int', args, ['x', 'base?']);
    const value = reader.value('x');
    if (typeof value === 'string') {
      limits.step(value.length);
      return parseIntText(value, reader.int('base', 10n));
    }
    if (reader.has('base')) throw new Failure('int() takes a base for strings only');
    if (typeof value === 'bigint') return value;
    if (typeof value === 'number') return truncateFloat(value);
    if (typeof value === 'boolean') return value ? 1n : 0n;
    throw new Failure(`int() cannot convert ${aTypeOf(value)}`);
  }),
  new Builtin('list', ({ limits }, args) => {
    const reader = new ArgumentReader('list', args, ['x?']);
    limits.slots(0);
    return new List(reader.has('x') ? toArray(reader.value('x'), limits) : []);
  }),
  new Builtin('repr', ({ limits }, args) =>
    repr(new ArgumentReader('repr', args, ['x']).value('x'), limits),
  ),
  new Builtin('set', ({ limits }, args) => {
    const reader = new ArgumentReader('set', args, ['x?']);
    limits.slots(0);
    return setOf(reader.has('x') ? iterate(reader.value('x'), limits) : [], limits);
  }),
  new Builtin('str', ({ limits }, args) =>
    toText(new ArgumentReader('str', args, ['x']).value('x'), limits),
  ),
  new Builtin('struct', ({ limits }, args) => {
    if (args.positional.length > 0) throw new Failure('struct() takes named arguments only');
    limits.slots(args.named.size);
    return new Struct(args.named);
  }),
  new Builtin('tuple', ({ limits }, args) => {
    refuseNamed('tuple', args);
    const reader = new ArgumentReader('tuple', args, ['x?']);
    limits.slots(0);
    return new Tuple(reader.has('x') ? toArray(reader.value('x'), limits) : []);
  }),
  new Builtin('type', (_, args) => typeName(new ArgumentReader('type', args, ['x']).value('x'))),
  new Builtin('all', ({ limits }, args) => {
    const values = new ArgumentReader('all', args, ['x']).value('x');
    for (const value of iterate(values, limits)) if (!truth(value)) return false;
    return true;
  }),
  new Builtin('any', ({ limits }, args) => {
    const values = new ArgumentReader('any', args, ['x']).value('x');
    for (const value of iterate(values, limits)) if (truth(value)) return true;
    return false;
  }),
];
