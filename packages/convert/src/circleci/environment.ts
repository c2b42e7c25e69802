import type { Environment } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';
import { fillText } from './parameters.ts';
import type { CircleScope } from './scope.ts';

/** Adds the variables of an `environment`: a map or a list of maps. */
export function readEnvironment(
  node: SourceNode | undefined,
  environment: Environment,
  scope: CircleScope,
): void {
  for (const map of node?.kind === 'list' ? node.items : [node]) {
    for (const [name, value] of map?.entries ?? []) {
      if (value.kind === 'text') environment.set(name, fillText(value, scope));
    }
  }
}
