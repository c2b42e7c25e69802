import { universe } from './builtins/universe.ts';
import { Failure } from './errors.ts';
import { type LimitOptions, Limits } from './limits.ts';
import { Module } from './module.ts';
import { resolveFile } from './resolve/resolver.ts';
import { callFunction } from './runtime/call-function.ts';
import { executeBlock } from './runtime/execute.ts';
import { Thread } from './runtime/thread.ts';
import { parseFile } from './syntax/parse-file.ts';
import { SourceText } from './syntax/source-text.ts';
import type { Environment, FileContext } from './values/callable.ts';
import { freeze } from './values/freeze.ts';
import type { Value } from './values/value.ts';

export interface LoadedSource {
  /** Names the file in errors; a file that is loaded twice by this name runs once. */
  readonly filename: string;
  readonly source: string;
}

export interface EvaluateOptions extends LimitOptions {
  readonly filename: string;
  /** Names that every file can use, besides those of the language. */
  readonly globals?: Readonly<Record<string, Value>> | undefined;
  /** Finds what `load("label", …)` names; undefined when there is no such file. */
  readonly load?: ((label: string, from: string) => LoadedSource | undefined) | undefined;
  readonly print?: ((text: string) => void) | undefined;
}

/** Runs a file. The limits hold for it, for what it loads, and for later calls of its functions. */
export function evaluate(source: string, options: EvaluateOptions): Module {
  return new Session(options).run({ source, filename: options.filename });
}

class Session {
  private readonly options: EvaluateOptions;
  private readonly thread: Thread;
  private readonly predeclared: ReadonlyMap<string, Value>;
  private readonly modules = new Map<string, Module | 'running'>();

  constructor(options: EvaluateOptions) {
    this.options = options;
    this.thread = new Thread(new Limits(options), options.print ?? (() => {}), callFunction);
    const given = Object.entries(options.globals ?? {});
    freeze(given.map(([, value]) => value));
    this.predeclared = new Map([...universe, ...given]);
  }

  run({ source, filename }: LoadedSource): Module {
    const { thread, predeclared } = this;
    const file: FileContext = {
      filename,
      predeclared,
      load: (label) => this.load(label, filename),
    };
    const environment: Environment = { slots: [], outer: undefined };
    const at = { line: 1, column: 1 };
    const frame = { name: '<file>', file, environment, thread, callee: undefined, at };
    return thread.within(frame, () => {
      thread.limits.source(source.length);
      this.modules.set(filename, 'running');
      const text = new SourceText(source, filename);
      const statements = parseFile(text);
      const { globals } = resolveFile(statements, text, (name) => predeclared.has(name));
      executeBlock(statements, frame);
      freeze(environment.slots);
      const values = new Map<string, Value>();
      for (const [name, slot] of globals) {
        const value = environment.slots[slot];
        if (value !== undefined) values.set(name, value);
      }
      const module = new Module(thread, file, environment, values);
      this.modules.set(filename, module);
      return module;
    });
  }

  private load(label: string, from: string): ReadonlyMap<string, Value> {
    if (!this.options.load) throw new Failure(`cannot load "${label}": loading is not available`);
    const found = this.options.load(label, from);
    if (!found) throw new Failure(`cannot load "${label}": there is no such file`);
    const known = this.modules.get(found.filename);
    if (known === 'running') throw new Failure(`cannot load "${label}": the files load each other`);
    const module = known ?? this.run(found);
    return new Map(module.names().map((name) => [name, module.get(name) ?? null]));
  }
}
