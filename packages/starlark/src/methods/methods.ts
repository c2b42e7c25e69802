import type { Value } from '../values/value.ts';
import { dictMethods } from './dict-methods.ts';
import { listMethods } from './list-methods.ts';
import type { Method, Methods } from './method.ts';
import { setMethods } from './set-methods.ts';
import { stringMethods } from './string-methods.ts';

/** The methods of a value's type, if it has any. */
export function methodsOf(value: Value): Methods<Value> | undefined {
  if (typeof value === 'string') return asValueMethods(stringMethods);
  if (value === null || typeof value !== 'object') return undefined;
  if (value.type === 'list') return asValueMethods(listMethods);
  if (value.type === 'dict') return asValueMethods(dictMethods);
  return value.type === 'set' ? asValueMethods(setMethods) : undefined;
}

/** Sound as long as a table is only asked for by values of its type, as above. */
function asValueMethods<Self extends Value>(methods: Methods<Self>): Methods<Value> {
  return methods as ReadonlyMap<string, Method<never>> as Methods<Value>;
}
