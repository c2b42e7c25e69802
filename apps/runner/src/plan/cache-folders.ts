import { isOutsideFolder, type Pipeline, type PipelineStep } from '@millrace/pipeline';

/** Returns the folders outside of the clone folder that are cached by a pipeline and these steps, for its containers. */
export function cacheFoldersOf(
  { type, caches }: Pick<Pipeline, 'type' | 'caches'>,
  steps: readonly Pick<PipelineStep, 'caches'>[],
): string[] {
  if (type === 'exec') return [];
  const paths = [caches, ...steps.map((step) => step.caches)].flat().flatMap((each) => each.paths);
  return [...new Set(paths.filter(isOutsideFolder))];
}
