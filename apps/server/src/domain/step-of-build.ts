/** Identifies a step by its numbers and names. */
export interface StepOfBuild {
  id: number;
  stage: number;
  step: number;
  stageName: string;
  stepName: string;
}
