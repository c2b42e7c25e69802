import type { Build } from '@millrace/contract/api';

/** A step with a summary. */
export interface StepSummary {
  stage: number;
  step: number;
  stageName: string;
  stepName: string;
  /** End of the step in Unix seconds, or 0 while it is running. */
  ended: number;
}

/** Lists the steps with a summary, in the order of the build. */
export function findSummaries({ stages = [] }: Build): StepSummary[] {
  return stages.flatMap((stage) =>
    (stage.steps ?? [])
      .filter((step) => step.summary)
      .map((step) => ({
        stage: stage.number,
        step: step.number,
        stageName: stage.name,
        stepName: step.name,
        ended: step.stopped ?? 0,
      })),
  );
}
