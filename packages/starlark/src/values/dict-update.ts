import { Failure } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Arguments } from './callable.ts';
import type { Dict } from './dict.ts';
import { iterate, toArray } from './iterate.ts';

/** Adds what `dict(…)` and `update(…)` take: a dict or pairs, then named arguments. */
export function updateDict(callee: string, dict: Dict, args: Arguments, limits: Limits): void {
  dict.checkMutable('change');
  const [source, ...more] = args.positional;
  if (more.length > 0) throw new Failure(`${callee}() takes one positional argument at most`);
  const isDict = source !== null && typeof source === 'object' && source.type === 'dict';
  if (isDict) {
    limits.step(source.size);
    if (source !== dict) for (const [key, value] of source) dict.set(key, value, limits);
  } else if (source !== undefined)
    for (const pair of iterate(source, limits)) {
      const [key, value, ...rest] = toArray(pair, limits);
      if (key === undefined || value === undefined || rest.length > 0)
        throw new Failure(`${callee}() takes pairs of key and value`);
      dict.set(key, value, limits);
    }
  for (const [name, value] of args.named) dict.set(name, value, limits);
}
