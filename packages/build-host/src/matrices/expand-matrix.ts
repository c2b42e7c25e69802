import type { Expansion, NewStage, Stage } from '@millrace/build-rules';
import type { StepOutput } from '@millrace/contract/step-outputs';
import type { DecidedMatrices, JudgedFile, PlannedStage } from '@millrace/pipeline';
import type { Task, TaskName, TaskResult } from '../pipeline-files/pipeline-tasks.ts';
import { decideMatrix } from './decide-matrix.ts';

export interface MatrixFile {
  config: string;
  /** Lists that outputs have decided before. */
  matrices: DecidedMatrices;
}

export interface ExpandDeps {
  /** Returns the outputs of a stage of the build; undefined if the build has no such stage. */
  outputsOf: (stage: string) => readonly StepOutput[] | undefined;
  run: <Name extends TaskName>(task: Task<Name>) => Promise<TaskResult<Name>> | TaskResult<Name>;
  /** Plans the stages of a file for the build. */
  judge: (config: string) => Promise<JudgedFile> | JudgedFile;
  isTrusted: boolean;
  toNewStage: (planned: PlannedStage) => NewStage;
}

export interface ExpandedMatrix {
  expansion: Expansion;
  /** Lists that outputs have decided now; empty without stages. */
  decided: DecidedMatrices;
}

/** Finds the stages that replace a placeholder, when all stages that it depends on have finished. */
export async function expandMatrix(
  { matrixOf: pipeline }: Pick<Stage, 'matrixOf'>,
  { config, matrices }: MatrixFile,
  { outputsOf, run, judge, isTrusted, toNewStage }: ExpandDeps,
): Promise<ExpandedMatrix> {
  const fail = (error: string) => ({ expansion: { error }, decided: {} });
  const sources = await run({ name: 'readMatrixSources', input: [config, pipeline] });
  const matrix = decideMatrix(sources, outputsOf);
  if ('error' in matrix) return fail(matrix.error);
  const { lists } = matrix;
  const isEmpty = Object.values(lists).some((values) => values.length === 0);
  if (isEmpty) return { expansion: { stages: [] }, decided: {} };
  const decided = { [pipeline]: lists };
  const text = await run({ name: 'fillMatrices', input: [config, { ...matrices, ...decided }] });
  const { errors, trustErrors, stages } = await judge(text);
  const [problem] = [...errors, ...(isTrusted ? [] : trustErrors)];
  if (problem !== undefined) return fail(`the matrix of "${pipeline}": ${problem}`);
  const { own, others } = await run({ name: 'listMatrixStages', input: [text, pipeline] });
  // Otherwise the stage would replace itself again and again.
  if (own.includes(pipeline)) return fail(`the matrix of "${pipeline}" is still open`);
  const taken = own.find((name) => others.includes(name));
  if (taken !== undefined) {
    return fail(`the matrix of "${pipeline}": another pipeline is named "${taken}"`);
  }
  const planned = stages.filter(({ name }) => own.includes(name));
  return { expansion: { stages: planned.map(toNewStage) }, decided };
}
