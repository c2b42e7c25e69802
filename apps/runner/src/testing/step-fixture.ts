import { parsePipelineFile } from '@millrace/pipeline';
import type { StepSpec } from '../engines/engine.ts';

/** Returns a step that runs commands in a container of an image. */
export function stepFixture(image: string, commands: string[]): StepSpec {
  const fields = JSON.stringify({ name: 'step', image, pull: 'if-not-exists', commands });
  const [step] = parsePipelineFile(`kind: pipeline\nsteps: [${fields}]`).pipelines[0]?.steps ?? [];
  if (!step) throw new Error('There is no step');
  return { ...step, number: 2, environment: {}, container: step };
}
