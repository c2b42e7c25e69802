import type { Value } from './value.ts';

export class Struct {
  readonly type = 'struct';
  /** In the order of their names. */
  readonly fields: ReadonlyMap<string, Value>;

  constructor(fields: Iterable<readonly [string, Value]>) {
    this.fields = new Map([...fields].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** A struct with these fields, of whatever values they are. */
export function structOf(fields: Readonly<Record<string, Value>>): Value {
  return new Struct(Object.entries(fields));
}
