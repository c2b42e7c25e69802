import type { Pipeline, PipelineStep } from './pipeline.ts';

/** Keys that only runners of Millrace support, with the test whether a step uses them. */
const stepKeys: Record<string, (step: PipelineStep) => boolean> = {
  artifacts: ({ files }) => files.artifact.length > 0,
  reports: ({ files }) => files.junit.length > 0,
  summary: ({ files }) => files.summary.length > 0,
};

/** Lists the keys of a pipeline that have no effect on runners of other servers. */
export function findOwnKeys({ steps }: Pick<Pipeline, 'steps'>): string[] {
  return Object.keys(stepKeys).filter((key) => steps.some((step) => stepKeys[key]?.(step)));
}
