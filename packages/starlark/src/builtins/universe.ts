import type { Value } from '../values/value.ts';
import { basics } from './basics.ts';
import { conversions } from './conversions.ts';
import { sequences } from './sequences.ts';

/** The names that every file can use. */
export const universe: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['None', null],
  ['True', true],
  ['False', false],
  ...[...basics, ...conversions, ...sequences].map(
    (builtin) => [builtin.name, builtin] as [string, Value],
  ),
]);
