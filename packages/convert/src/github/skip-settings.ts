import type { Conversion } from '../conversion.ts';
import type { Commented } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';

/** Notes the settings of a workflow or a job that concern GitHub alone. */
export function skipSettings(node: SourceNode, target: Commented, conversion: Conversion): void {
  const permissions = node.get('permissions');
  if (permissions) {
    conversion.skip(
      target,
      permissions,
      `permissions: ${permissions.summarize()}, because they limit a token of GitHub`,
    );
  }
  const concurrency = node.get('concurrency');
  if (concurrency) {
    conversion.skip(
      target,
      concurrency,
      `concurrency: ${concurrency.summarize()}, because builds are not cancelled by newer ones of a group; "concurrency: { limit: 1 }" runs one stage at once`,
    );
  }
}
