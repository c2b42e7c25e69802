import type { Conversion } from '../conversion.ts';
import type { Commented } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';

export const permissionsReason = 'they limit a token of GitHub';

/** Notes the settings of a job that concern GitHub alone. */
export function skipSettings(node: SourceNode, target: Commented, conversion: Conversion): void {
  conversion.skipKey(target, node, 'permissions', permissionsReason);
  conversion.skipKey(
    target,
    node,
    'concurrency',
    'a job has no group; "concurrency: { limit: 1 }" runs one stage at once, and "interruptible" lets newer builds cancel it',
  );
}
