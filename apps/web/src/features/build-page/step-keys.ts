import type { Build, Step } from '@millrace/contract/api';
import { listFailures } from '../../domain-ui/build-stages.ts';

/** A step of a build, by its numbers. */
interface StepPlace {
  stage: number;
  step: number;
}

/** Returns the step that a key selects from the selected one; undefined if there is none. */
export function findByKey(
  key: ']' | '[' | 'n',
  build: Build,
  selected: StepPlace,
): StepPlace | undefined {
  const places = key === 'n' ? listFailures(build) : listSteps(build);
  const isSelected = ({ stage, step }: StepPlace) =>
    stage === selected.stage && step === selected.step;
  const at = places.findIndex(isSelected);
  if (key === '[') return places[at - 1];
  // After the last failure comes the first one again.
  return places[at + 1] ?? (key === 'n' && places.length > 1 ? places[0] : undefined);
}

function listSteps({ stages = [] }: Build): StepPlace[] {
  const isShown = ({ status }: Step) => status !== 'skipped' && status !== 'pending';
  return stages.flatMap((stage) =>
    (stage.steps ?? [])
      .filter(isShown)
      .map(({ number }) => ({ stage: stage.number, step: number })),
  );
}
