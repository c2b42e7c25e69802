import type { Build } from '@millrace/contract/api';

/** A step that says something of itself. */
export interface StepSummary {
  stage: number;
  step: number;
  stageName: string;
  stepName: string;
  /** When the step ended, in Unix seconds; 0 while it runs. */
  ended: number;
}

/** In the order of the build. */
export function findSummaries({ stages = [] }: Build): StepSummary[] {
  return stages.flatMap((stage) =>
    (stage.steps ?? [])
      .filter((step) => step.summary)
      .map((step) => ({
        ...{ stage: stage.number, step: step.number },
        ...{ stageName: stage.name, stepName: step.name, ended: step.stopped ?? 0 },
      })),
  );
}
