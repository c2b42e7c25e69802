import type { Limits } from '../limits.ts';
import type { FunctionDefinition } from '../syntax/syntax-tree.ts';
import type { Callable, Value } from './value.ts';

/** The values of a function's names; unset ones are undefined. */
export interface Environment {
  readonly slots: (Value | undefined)[];
  readonly outer: Environment | undefined;
}

/** The file that a function comes from. */
export interface FileContext {
  readonly filename: string;
  readonly predeclared: ReadonlyMap<string, Value>;
  load(label: string): ReadonlyMap<string, Value>;
}

export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

/** What functions of the language itself get to work with. */
export interface Context {
  readonly limits: Limits;
  call(callee: Callable, args: Arguments): Value;
  print(text: string): void;
}

export class StarlarkFunction {
  readonly type = 'function';
  readonly definition: FunctionDefinition;
  /** One for each parameter. */
  readonly fallbacks: readonly (Value | undefined)[];
  readonly outer: Environment;
  readonly file: FileContext;

  constructor(
    definition: FunctionDefinition,
    fallbacks: readonly (Value | undefined)[],
    outer: Environment,
    file: FileContext,
  ) {
    this.definition = definition;
    this.fallbacks = fallbacks;
    this.outer = outer;
    this.file = file;
  }

  get name(): string {
    return this.definition.name;
  }
}

export class Builtin {
  readonly type = 'builtin_function_or_method';
  readonly name: string;
  readonly run: (context: Context, args: Arguments) => Value;

  constructor(name: string, run: (context: Context, args: Arguments) => Value) {
    this.name = name;
    this.run = run;
  }
}
