import type { Arguments, Context } from '../values/callable.ts';
import type { Value } from '../values/value.ts';

export type Method<Self> = (context: Context, self: Self, args: Arguments) => Value;
export type Methods<Self> = ReadonlyMap<string, Method<Self>>;
