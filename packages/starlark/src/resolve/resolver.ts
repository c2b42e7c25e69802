import type { Position } from '../errors.ts';
import type { SourceText } from '../syntax/source-text.ts';
import type { FunctionDefinition, Name, Statement } from '../syntax/syntax-tree.ts';
import { bindingsOf } from './bindings.ts';
import { resolveExpression } from './resolve-expression.ts';
import { Scope } from './scope.ts';

export interface ResolvedFile {
  readonly slotCount: number;
  /** Slots by name, of what the file binds itself. */
  readonly globals: ReadonlyMap<string, number>;
}

/** Binds every name of a file, and refuses what the language forbids in its place. */
export function resolveFile(
  statements: readonly Statement[],
  source: SourceText,
  isPredeclared: (name: string) => boolean,
): ResolvedFile {
  return new Resolver(source, isPredeclared).file(statements);
}

class Resolver {
  private readonly source: SourceText;
  private readonly isPredeclared: (name: string) => boolean;
  scope = new Scope(undefined);
  private loops = 0;

  constructor(source: SourceText, isPredeclared: (name: string) => boolean) {
    this.source = source;
    this.isPredeclared = isPredeclared;
  }

  file(statements: readonly Statement[]): ResolvedFile {
    const bound = new Map<string, Position>();
    for (const binding of bindingsOf(statements)) {
      const earlier = bound.get(binding.name);
      if (earlier)
        this.fail(`cannot reassign "${binding.name}", bound in line ${earlier.line}`, binding);
      bound.set(binding.name, binding);
      this.scope.declare(binding.name);
    }
    this.statements(statements);
    const globals = new Map(this.scope.names);
    for (const statement of statements)
      if (statement.kind === 'load')
        for (const { target } of statement.bindings) globals.delete(target.name);
    return { slotCount: this.scope.slotCount, globals };
  }

  name(name: Name): void {
    if (!this.scope.resolve(name) && !this.isPredeclared(name.name))
      this.fail(`"${name.name}" is not defined`, name);
  }

  function(definition: FunctionDefinition): void {
    for (const { fallback } of definition.parameters)
      if (fallback) resolveExpression(fallback, this);
    const outerLoops = this.loops;
    this.loops = 0;
    this.scope = new Scope(this.scope);
    for (const { name } of definition.parameters) if (name !== '') this.scope.declare(name);
    for (const { name } of bindingsOf(definition.body)) this.scope.declare(name);
    this.statements(definition.body);
    definition.slotCount = this.scope.slotCount;
    this.scope = this.scope.outer ?? this.scope;
    this.loops = outerLoops;
  }

  private statements(statements: readonly Statement[]): void {
    for (const statement of statements) this.statement(statement);
  }

  private statement(statement: Statement): void {
    const inFunction = this.scope.outer !== undefined;
    switch (statement.kind) {
      case 'if':
        if (!inFunction) this.fail('"if" is only allowed in a function', statement);
        for (const branch of statement.branches) {
          resolveExpression(branch.test, this);
          this.statements(branch.body);
        }
        this.statements(statement.otherwise);
        return;
      case 'for':
        if (!inFunction) this.fail('"for" is only allowed in a function', statement);
        resolveExpression(statement.iterable, this);
        resolveExpression(statement.target, this);
        this.loops++;
        this.statements(statement.body);
        this.loops--;
        return;
      case 'def':
        this.name(statement.target);
        this.function(statement.definition);
        return;
      case 'load':
        if (inFunction) this.fail('"load" is not allowed in a function', statement);
        for (const { target } of statement.bindings) this.name(target);
        return;
      case 'return':
        if (!inFunction) this.fail('"return" is only allowed in a function', statement);
        if (statement.value) resolveExpression(statement.value, this);
        return;
      case 'break':
      case 'continue':
        if (this.loops === 0) this.fail(`"${statement.kind}" is only allowed in a loop`, statement);
        return;
      case 'assign':
      case 'augmented-assign':
        resolveExpression(statement.value, this);
        resolveExpression(statement.target, this);
        return;
      case 'expression':
        resolveExpression(statement.value, this);
        return;
      case 'pass':
        return;
    }
  }

  private fail(message: string, at: Position): never {
    throw this.source.errorAt(message, at);
  }
}
