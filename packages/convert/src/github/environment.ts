import type { Commented, Environment } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';
import { type ExpressionScope, fillExpressions, secretOf } from './expressions.ts';

/** Adds the variables of an `env`. */
export function readVariables(
  env: SourceNode | undefined,
  environment: Environment,
  scope: ExpressionScope,
  target: Commented,
): void {
  for (const [name, node] of env?.entries ?? []) {
    const text = node.readText();
    if (text === undefined) continue;
    const secret = secretOf(text);
    environment.set(
      name,
      secret === undefined
        ? fillExpressions(text, scope, { node, target, name })
        : { from_secret: secret },
    );
  }
}
