import type { Build } from '@millrace/contract/api';
import type { Status } from '@millrace/contract/vocabulary';

export interface StepCard {
  stage: number;
  step: number;
  stageName: string;
  stepName: string;
  status: Status;
  /** URL of the card's template. */
  schema: string;
}

/** Lists the steps of a build that have a card, in order. */
export function findCards(build: Build): StepCard[] {
  return (build.stages ?? []).flatMap((stage) =>
    (stage.steps ?? []).flatMap((step) =>
      step.schema
        ? {
            stage: stage.number,
            step: step.number,
            stageName: stage.name,
            stepName: step.name,
            status: step.status,
            schema: step.schema,
          }
        : [],
    ),
  );
}
