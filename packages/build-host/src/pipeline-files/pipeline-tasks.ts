import {
  addPullSecret,
  type ConditionFacts,
  canExpandTo,
  closeMatrices,
  convertLegacyFile,
  fillMatrices,
  findImageRegistries,
  findIncludeDocuments,
  findOutsideSecrets,
  findOwnKeys,
  findSecretUses,
  findTemplateDocuments,
  includesDeployTarget,
  judgeFile,
  listDeployTargets,
  listMatrixStages,
  listTrustErrors,
  type PipelineStep,
  parametersOf,
  readStageSteps,
  restrictPipelines,
  writeExpanded,
  writeScriptValue,
} from '@millrace/pipeline';

import { parsedFile } from './parsed-file.ts';

/**
 * Operations on the text of a pipeline file, which is the first parameter. They run on the main thread or in
 * a worker thread.
 */
const tasks = {
  addPullSecret,
  closeMatrices,
  convertLegacyFile,
  fillMatrices,
  findImageRegistries,
  findIncludeDocuments,
  findOutsideSecrets,
  findTemplateDocuments,
  listMatrixStages,
  readStageSteps,
  /** Lists the outputs that decide the matrix of a pipeline. */
  readMatrixSources: (text: string, pipeline: string) =>
    parsedFile(text).pipelines.find(({ name }) => name === pipeline)?.matrixSources ?? [],
  findTrustErrors: (text: string, names: string[]) =>
    listTrustErrors(parsedFile(text).pipelines, names),
  /** Lists the keys of the pipelines of a name that only runners of Millrace support. */
  findOwnKeys: (text: string, stage: string) => [
    ...new Set(
      parsedFile(text)
        .pipelines.filter(({ name }) => name === stage)
        .flatMap(findOwnKeys),
    ),
  ],
  /**
   * Finds the services and steps of a stage that can have a name. With `isVariable`, only those whose names have
   * `${NAME}` expressions.
   */
  findSteps: (
    text: string,
    { stage, step, isVariable }: { stage: string; step: string; isVariable: boolean },
  ) =>
    parsedFile(text)
      .pipelines.filter(({ name }) => name === stage)
      .flatMap(({ services, steps }) => [...services, ...steps])
      .map(({ name, detach }) => ({ name, isDetached: detach }))
      .filter(({ name }) => canExpandTo(name, step) && !(isVariable && name === step)),
  /** Lists the targets that conditions name for an event, and reports whether one of them includes a target. */
  readTargets: (text: string, facts: { event: string; target: string }) => {
    const { pipelines } = parsedFile(text);
    return {
      targets: listDeployTargets(pipelines, facts.event),
      isIncluded: includesDeployTarget(pipelines, facts),
    };
  },
  /** Lists the steps and services of stages, with what policies judge. */
  listJudgedSteps: (text: string, stages: string[]) =>
    parsedFile(text)
      .pipelines.filter(({ name }) => stages.includes(name))
      .flatMap(({ name: stage, services, steps, ignoresFailure }) => [
        ...services.map(({ name, image }) => ({ stage, name, image, isCertain: false })),
        ...steps.map((step) => ({
          stage,
          name: step.name,
          image: step.image,
          isCertain: !ignoresFailure && runsAlways(step),
        })),
      ]),
  /** Lists the steps of a pipeline that may push, with what. */
  listPushSteps: (text: string, pipeline: string) =>
    parsedFile(text)
      .pipelines.filter(({ name }) => name === pipeline)
      .flatMap(({ steps }) => steps)
      .filter(({ push }) => push.refs.length > 0)
      .map(({ name, push }) => ({ name, ...push })),
  readParameters: (text: string, event: string) => parametersOf(parsedFile(text).pipelines, event),
  /** Reads the secrets that the file defines, and the uses of secrets by one of its pipelines. */
  readSecrets: (text: string, pipeline: string) => ({
    documents: parsedFile(text).secrets,
    uses: findSecretUses(text, pipeline),
  }),
  /** Lists the outputs of a pipeline that decide matrices. */
  listMatrixOutputs: (text: string, pipeline: string) => [
    ...new Set(
      parsedFile(text)
        .pipelines.flatMap(({ matrixSources }) => matrixSources)
        .flatMap((source) => (source.pipeline === pipeline ? source.output : [])),
    ),
  ],
  restrictPipelines,
  readStages: (text: string, facts: ConditionFacts) => judgeFile(parsedFile(text), facts),
  writeExpanded,
  writeScriptValue,
};

export type TaskName = keyof typeof tasks;
type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>;
export type TaskResult<Name extends TaskName> = ReturnType<(typeof tasks)[Name]>;

export interface Task<Name extends TaskName = TaskName> {
  name: Name;
  input: TaskInput<Name>;
}

export function runTask<Name extends TaskName>({ name, input }: Task<Name>): TaskResult<Name> {
  return Reflect.apply(tasks[name], undefined, input);
}

/** Returns whether a step always runs nothing but its image, and its failure is one of the stage. */
function runsAlways(step: PipelineStep): boolean {
  const { when, ignoresFailure, detach, commands, entrypoint, command } = step;
  const isImageAlone = [commands, entrypoint, command].every((words) => words.length === 0);
  // One of several groups of conditions is enough.
  const isUnconditional = when.some((group) => Object.keys(group).length === 0);
  return isUnconditional && !ignoresFailure && !detach && isImageAlone;
}
