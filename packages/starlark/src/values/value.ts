// Values hold values, so these types go in a circle; written this way none of it is there at run time.
type Builtin = import('./callable.ts').Builtin;
type StarlarkFunction = import('./callable.ts').StarlarkFunction;
type Dict = import('./dict.ts').Dict;
type List = import('./list.ts').List;
type Range = import('./range.ts').Range;
type SetValue = import('./set.ts').SetValue;
type Struct = import('./struct.ts').Struct;
type Tuple = import('./tuple.ts').Tuple;

export type Callable = StarlarkFunction | Builtin;
type Sequence = List | Tuple | Range;

/** `null` is None, a bigint an int, a number a float. */
export type Value =
  | (null | boolean | bigint | number | string)
  | (Sequence | Dict | SetValue | Struct | Callable);

export function typeName(value: Value): string {
  if (value === null) return 'NoneType';
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    case 'string':
      return 'string';
    default:
      return value.type;
  }
}

/** `a list`, `an int` */
export function aTypeOf(value: Value): string {
  const name = typeName(value);
  return `${name === 'int' ? 'an' : 'a'} ${name}`;
}

export function isCallable(value: Value): value is Callable {
  const type = typeName(value);
  return type === 'function' || type === 'builtin_function_or_method';
}

export function truth(value: Value): boolean {
  if (value === null || typeof value !== 'object') return Boolean(value) || Number.isNaN(value);
  if (value.type === 'list' || value.type === 'tuple') return value.items.length > 0;
  if (value.type === 'dict' || value.type === 'set') return value.size > 0;
  return value.type === 'range' ? value.length > 0n : true;
}
