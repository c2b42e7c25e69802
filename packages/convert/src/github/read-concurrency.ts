import type { Conversion } from '../conversion.ts';
import type { ConvertedPipeline } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';

/** Variables with which a group has the runs of one branch or pull request. */
const ofBranch = /github\.(?:ref|head_ref|ref_name|event\.pull_request\.number|event\.number)\b/;

/** Reads `concurrency` of a workflow, whose newer runs may cancel older ones. */
export function readConcurrency(
  root: SourceNode,
  pipeline: ConvertedPipeline,
  conversion: Conversion,
): void {
  const concurrency = root.get('concurrency');
  const cancels = concurrency?.text('cancel-in-progress');
  const isOfBranch = ofBranch.test(concurrency?.text('group') ?? '');
  // Most expressions cancel everything but the runs of the default branch.
  if (concurrency && isOfBranch && cancels !== undefined && cancels !== 'false') {
    for (const stage of pipeline.stages) stage.isInterruptible = true;
    if (cancels === 'true') return;
    const message = `cancel-in-progress: ${cancels} is "interruptible" for all branches.`;
    conversion.remark(pipeline, concurrency, message);
    return;
  }
  const reason = 'only runs of one branch or pull request cancel each other';
  conversion.skipKey(pipeline, root, 'concurrency', reason);
}
