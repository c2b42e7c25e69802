import type { Comprehension, Expression, FunctionDefinition, Name } from '../syntax/syntax-tree.ts';
import { targetNames } from './bindings.ts';
import type { Scope } from './scope.ts';

export interface NameResolver {
  readonly scope: Scope;
  name(name: Name): void;
  function(definition: FunctionDefinition): void;
}

export function resolveExpression(expression: Expression, resolver: NameResolver): void {
  // Chains like `a + b + c` lean left and can be long, so they are walked in a loop.
  let node = expression;
  while (node.kind === 'binary') {
    resolveExpression(node.right, resolver);
    node = node.left;
  }
  if (node.kind === 'name') resolver.name(node);
  else if (node.kind === 'lambda') resolver.function(node.definition);
  else if (node.kind === 'comprehension') resolveComprehension(node, resolver);
  else for (const child of childrenOf(node)) if (child) resolveExpression(child, resolver);
}

function childrenOf(node: Expression): readonly (Expression | undefined)[] {
  switch (node.kind) {
    case 'list':
    case 'tuple':
      return node.items;
    case 'dict':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'unary':
      return [node.operand];
    case 'logical':
      return node.operands;
    case 'conditional':
      return [node.test, node.value, node.otherwise];
    case 'call':
      return [node.callee, ...node.args.map(({ value }) => value)];
    case 'attribute':
      return [node.object];
    case 'index':
      return [node.object, node.index];
    case 'slice':
      return [node.object, node.start, node.stop, node.step];
    default:
      return [];
  }
}

/** The first iterable belongs to the code around; all else sees the comprehension's own names. */
function resolveComprehension(node: Comprehension, resolver: NameResolver): void {
  const [first, ...rest] = node.clauses;
  if (first?.kind !== 'for') return;
  resolveExpression(first.iterable, resolver);
  resolver.scope.openBlock();
  for (const { name } of targetNames(first.target, false)) resolver.scope.declare(name);
  resolveExpression(first.target, resolver);
  for (const clause of rest) {
    if (clause.kind === 'if') resolveExpression(clause.test, resolver);
    else {
      resolveExpression(clause.iterable, resolver);
      for (const { name } of targetNames(clause.target, false)) resolver.scope.declare(name);
      resolveExpression(clause.target, resolver);
    }
  }
  if (node.key) resolveExpression(node.key, resolver);
  resolveExpression(node.value, resolver);
  resolver.scope.closeBlock();
}
