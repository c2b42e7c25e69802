import { Failure, nowhere } from './errors.ts';
import type { Thread } from './runtime/thread.ts';
import type { Environment, FileContext } from './values/callable.ts';
import { aTypeOf, isCallable, type Value } from './values/value.ts';

/** A file that has run. What it defines can be read and called, and no longer changed. */
export class Module {
  readonly filename: string;
  private readonly thread: Thread;
  private readonly file: FileContext;
  private readonly environment: Environment;
  private readonly globals: ReadonlyMap<string, Value>;

  constructor(
    thread: Thread,
    file: FileContext,
    environment: Environment,
    globals: ReadonlyMap<string, Value>,
  ) {
    this.filename = file.filename;
    this.thread = thread;
    this.file = file;
    this.environment = environment;
    this.globals = globals;
  }

  names(): string[] {
    return [...this.globals.keys()];
  }

  get(name: string): Value | undefined {
    return this.globals.get(name);
  }

  /** Calls a function of the file, within what is left of the limits. */
  call(
    name: string,
    args: readonly Value[] = [],
    named: Readonly<Record<string, Value>> = {},
  ): Value {
    const { thread, file, environment } = this;
    const frame = { name: '<call>', file, environment, thread, callee: undefined, at: nowhere };
    return thread.within(frame, () => {
      const callee = this.globals.get(name);
      if (callee === undefined) throw new Failure(`the file defines no function "${name}"`);
      if (!isCallable(callee)) throw new Failure(`"${name}" is ${aTypeOf(callee)}, not a function`);
      return thread.call(callee, { positional: args, named: new Map(Object.entries(named)) });
    });
  }
}
