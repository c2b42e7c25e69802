import type { Environment } from './callable.ts';
import type { Value } from './value.ts';

/** Makes values, and all that can be reached from them, unchangeable. */
export function freeze(values: Iterable<Value | undefined>): void {
  const waiting = [...values];
  const seen = new Set<Value | Environment>();
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (value === undefined || value === null || typeof value !== 'object' || seen.has(value))
      continue;
    seen.add(value);
    if ('frozen' in value) {
      if (value.frozen) continue;
      value.frozen = true;
    }
    for (const part of partsOf(value, seen)) waiting.push(part);
  }
}

function* partsOf(
  value: Exclude<Value, null | boolean | bigint | number | string>,
  seen: Set<Value | Environment>,
): Generator<Value | undefined> {
  if (value.type === 'list' || value.type === 'tuple') yield* value.items;
  else if (value.type === 'struct') yield* value.fields.values();
  else if (value.type === 'dict') for (const entry of value) yield* entry;
  else if (value.type === 'function') {
    yield* value.fallbacks;
    for (let at: Environment | undefined = value.outer; at && !seen.has(at); at = at.outer) {
      seen.add(at);
      yield* at.slots;
    }
  }
}
