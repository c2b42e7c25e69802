import { Failure } from '../errors.ts';
import type { Arguments } from './callable.ts';
import { type Callable, isCallable, truth, typeName, type Value } from './value.ts';

/** The arguments of a function of the language by the names of its parameters. */
export class ArgumentReader {
  private readonly callee: string;
  private readonly values = new Map<string, Value>();

  /** Parameters whose names end in `?` can be left out. */
  constructor(callee: string, args: Arguments, parameters: readonly string[]) {
    this.callee = callee;
    const names = parameters.map((parameter) => parameter.replace('?', ''));
    if (args.positional.length > names.length)
      this.fail(`takes at most ${names.length} arguments, got ${args.positional.length}`);
    args.positional.forEach((value, at) => {
      this.values.set(names[at] ?? '', value);
    });
    for (const [name, value] of args.named) {
      if (!names.includes(name)) this.fail(`has no parameter "${name}"`);
      if (this.values.has(name)) this.fail(`got two values for parameter "${name}"`);
      this.values.set(name, value);
    }
    const missing = parameters.find((name) => !name.endsWith('?') && !this.values.has(name));
    if (missing !== undefined) this.fail(`misses argument "${missing}"`);
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** None when it was left out. */
  value(name: string): Value {
    return this.values.get(name) ?? null;
  }

  string(name: string, fallback?: string): string {
    const value = this.values.get(name) ?? fallback;
    return typeof value === 'string' ? value : this.mismatch(name, 'a string');
  }

  int(name: string, fallback?: bigint): bigint {
    const value = this.values.get(name) ?? fallback;
    return typeof value === 'bigint' ? value : this.mismatch(name, 'an int');
  }

  /** An int that is undefined when it is None or was left out. */
  optionalInt(name: string): bigint | undefined {
    return this.value(name) === null ? undefined : this.int(name);
  }

  flag(name: string): boolean {
    return truth(this.value(name));
  }

  function(name: string): Callable | undefined {
    const value = this.value(name);
    if (value === null) return undefined;
    return isCallable(value) ? value : this.mismatch(name, 'a function');
  }

  fail(problem: string): never {
    throw new Failure(`${this.callee}() ${problem}`);
  }

  private mismatch(name: string, wanted: string): never {
    this.fail(`wants ${wanted} for "${name}", not ${typeName(this.value(name))}`);
  }
}

/** For functions that take any number of positional arguments. */
export function refuseNamed(callee: string, args: Arguments): void {
  const [name] = args.named.keys();
  if (name !== undefined) throw new Failure(`${callee}() has no parameter "${name}"`);
}
