import type { Expression, Statement } from '../syntax/syntax-tree.ts';
import type { Binding } from './scope.ts';

/** The names that statements bind in their own function, without those of functions inside. */
export function* bindingsOf(statements: readonly Statement[]): Generator<Binding> {
  for (const statement of statements) {
    if (statement.kind === 'assign') yield* targetNames(statement.target, false);
    else if (statement.kind === 'augmented-assign') yield* targetNames(statement.target, true);
    else if (statement.kind === 'def') yield* targetNames(statement.target, false);
    else if (statement.kind === 'load')
      for (const { target } of statement.bindings) yield* targetNames(target, false);
    else if (statement.kind === 'for') {
      yield* targetNames(statement.target, false);
      yield* bindingsOf(statement.body);
    } else if (statement.kind === 'if') {
      for (const branch of statement.branches) yield* bindingsOf(branch.body);
      yield* bindingsOf(statement.otherwise);
    }
  }
}

export function* targetNames(target: Expression, augmented: boolean): Generator<Binding> {
  if (target.kind === 'name')
    yield { name: target.name, augmented, line: target.line, column: target.column };
  else if (target.kind === 'list' || target.kind === 'tuple')
    for (const item of target.items) yield* targetNames(item, augmented);
}
