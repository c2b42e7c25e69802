import type { StepOutput } from '@millrace/contract/step-outputs';
import { type MatrixSource, parseMatrixValues } from '@millrace/pipeline';

/** Lists by the variables of a matrix, or why an output has none. */
export type DecidedMatrix = { lists: Record<string, string[]> } | { error: string };

/**
 * Reads the values of a matrix from outputs.
 *
 * @param outputsOf returns the outputs of a stage; undefined if the build has no such stage
 */
export function decideMatrix(
  sources: readonly MatrixSource[],
  outputsOf: (stage: string) => readonly StepOutput[] | undefined,
): DecidedMatrix {
  const lists: [string, string[]][] = [];
  for (const { variable, pipeline, output: name } of sources) {
    const outputs = outputsOf(pipeline);
    const output = outputs?.find((each) => each.name === name);
    const read = output
      ? readOutput(output)
      : { problem: outputs ? 'no step has set it' : 'the pipeline is not part of this build' };
    if ('problem' in read) {
      const where = `matrix.${variable}, the output "${name}" of "${pipeline}"`;
      return { error: `${where}: ${read.problem}` };
    }
    lists.push([variable, read.values]);
  }
  return { lists: Object.fromEntries(lists) };
}

function readOutput({ data, isMasked }: StepOutput): ReturnType<typeof parseMatrixValues> {
  if (!isMasked) return parseMatrixValues(data);
  return {
    problem:
      'it is masked, and its values would be names of stages, which everybody sees; write it to $DRONE_OUTPUT',
  };
}
