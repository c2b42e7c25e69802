import type { Conversion } from '../conversion.ts';
import type { Commented } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';

/** Notes the settings of a workflow or a job that concern GitHub alone. */
export function skipSettings(node: SourceNode, target: Commented, conversion: Conversion): void {
  conversion.skipKey(target, node, 'permissions', 'they limit a token of GitHub');
  conversion.skipKey(
    target,
    node,
    'concurrency',
    'builds are not cancelled by newer ones of a group; "concurrency: { limit: 1 }" runs one stage at once',
  );
}
