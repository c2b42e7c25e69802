import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { equal } from '../values/equality.ts';
import { aTypeOf, typeName, type Value } from '../values/value.ts';

/** `element in container` */
export function contains(container: Value, element: Value, limits: Limits): boolean {
  if (typeof container === 'string') {
    if (typeof element !== 'string')
      throw new Failure(`"in <string>" needs a string on its left, not ${typeName(element)}`);
    limits.search(container, element);
    return container.includes(element);
  }
  if (container !== null && typeof container === 'object') {
    switch (container.type) {
      case 'list':
      case 'tuple':
        return container.items.some((item) => equal(item, element, limits));
      case 'dict':
      case 'set':
        return container.has(element, limits);
      case 'range':
        if (typeof element === 'number' && Number.isInteger(element))
          return container.includes(BigInt(element));
        return typeof element === 'bigint' && container.includes(element);
    }
  }
  throw new Failure(`${aTypeOf(container)} cannot be searched with "in"`);
}
