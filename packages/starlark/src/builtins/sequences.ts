import { Failure } from '../errors.ts';
import { ArgumentReader, refuseNamed } from '../values/argument-reader.ts';
import { type Arguments, Builtin, type Context } from '../values/callable.ts';
import { toArray } from '../values/iterate.ts';
import { List } from '../values/list.ts';
import { order } from '../values/order.ts';
import { Range } from '../values/range.ts';
import { Tuple } from '../values/tuple.ts';
import { aTypeOf, type Callable, type Value } from '../values/value.ts';

export const sequences: readonly Builtin[] = [
  new Builtin('enumerate', ({ limits }, args) => {
    const reader = new ArgumentReader('enumerate', args, ['x', 'start?']);
    let index = reader.int('start', 0n);
    const items = toArray(reader.value('x'), limits);
    limits.slots(items.length * 6);
    return new List(items.map((item) => new Tuple([index++, item])));
  }),
  new Builtin('len', (_, args) => length(new ArgumentReader('len', args, ['x']).value('x'))),
  new Builtin('max', (context, args) => extreme('max', 1, context, args)),
  new Builtin('min', (context, args) => extreme('min', -1, context, args)),
  new Builtin('range', ({ limits }, args) => {
    refuseNamed('range', args);
    limits.slots(4);
    const reader = new ArgumentReader('range', args, ['start', 'stop?', 'step?']);
    const first = reader.int('start');
    if (!reader.has('stop')) return new Range(0n, first, 1n);
    return new Range(first, reader.int('stop'), reader.int('step', 1n));
  }),
  new Builtin('reversed', ({ limits }, args) => {
    const items = toArray(new ArgumentReader('reversed', args, ['x']).value('x'), limits);
    return new List(items.reverse());
  }),
  new Builtin('sorted', (context, args) => {
    const reader = new ArgumentReader('sorted', args, ['x', 'key?', 'reverse?']);
    return sorted(reader.value('x'), reader.function('key'), reader.flag('reverse'), context);
  }),
  new Builtin('zip', ({ limits }, args) => {
    refuseNamed('zip', args);
    const columns = args.positional.map((column) => toArray(column, limits));
    const rows = columns.reduce(
      (least, { length }) => Math.min(least, length),
      columns[0]?.length ?? 0,
    );
    limits.slots(rows * (columns.length + 4));
    return new List(
      Array.from({ length: rows }, (_, row) => new Tuple(columns.map((column) => at(column, row)))),
    );
  }),
];

function length(value: Value): bigint {
  if (typeof value === 'string') return BigInt(value.length);
  if (value !== null && typeof value === 'object') {
    if (value.type === 'list' || value.type === 'tuple') return BigInt(value.items.length);
    if (value.type === 'dict' || value.type === 'set') return BigInt(value.size);
    if (value.type === 'range') return value.length;
  }
  throw new Failure(`${aTypeOf(value)} has no length`);
}

function sorted(
  iterable: Value,
  key: Callable | undefined,
  reverse: boolean,
  context: Context,
): List {
  const { limits } = context;
  const items = toArray(iterable, limits);
  limits.slots(items.length * 4);
  const ranked = items.map((item) => ({ item, rank: key ? callWith(context, key, item) : item }));
  const direction = reverse ? -1 : 1;
  // JavaScript's sort is stable, and stays so with the order turned around.
  ranked.sort((left, right) => direction * order(left.rank, right.rank, limits));
  return new List(ranked.map(({ item }) => item));
}

/** Of equal ones, the first. */
function extreme(name: string, direction: 1 | -1, context: Context, args: Arguments): Value {
  const { limits } = context;
  const key = new ArgumentReader(name, { positional: [], named: args.named }, ['key?']).function(
    'key',
  );
  const [only, ...more] = args.positional;
  if (only === undefined) throw new Failure(`${name}() misses an argument`);
  const candidates = more.length > 0 ? args.positional : toArray(only, limits);
  let best: { item: Value; rank: Value } | undefined;
  for (const item of candidates) {
    const rank = key ? callWith(context, key, item) : item;
    if (!best || order(rank, best.rank, limits) * direction > 0) best = { item, rank };
  }
  if (!best) throw new Failure(`${name}() of nothing`);
  return best.item;
}

function callWith(context: Context, callee: Callable, argument: Value): Value {
  return context.call(callee, { positional: [argument], named: new Map() });
}

function at(items: readonly Value[], index: number): Value {
  return items[index] ?? null;
}
