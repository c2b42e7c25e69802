import { Failure } from '../errors.ts';
import { methodsOf } from '../methods/methods.ts';
import { Builtin } from '../values/callable.ts';
import { aTypeOf, typeName, type Value } from '../values/value.ts';

/** A struct's field or a type's method. Only our own tables are asked, never JavaScript objects. */
export function findAttribute(object: Value, name: string): Value | undefined {
  if (object !== null && typeof object === 'object' && object.type === 'struct')
    return object.fields.get(name);
  const method = methodsOf(object)?.get(name);
  return method && new Builtin(name, (context, args) => method(context, object, args));
}

export function getAttribute(object: Value, name: string): Value {
  const value = findAttribute(object, name);
  if (value === undefined)
    throw new Failure(`${aTypeOf(object)} has no attribute "${name}"${hint(object, name)}`);
  return value;
}

export function attributeNames(object: Value): string[] {
  const isStruct = object !== null && typeof object === 'object' && object.type === 'struct';
  const names = isStruct ? object.fields.keys() : (methodsOf(object)?.keys() ?? []);
  return [...names].sort();
}

function hint(object: Value, name: string): string {
  if (typeName(object) === 'dict') return `; use ["${name}"] for a key`;
  const near = attributeNames(object).find(
    (known) => known.toLowerCase() === name.toLowerCase() || known.replaceAll('_', '') === name,
  );
  return near === undefined ? '' : `; did you mean "${near}"?`;
}
