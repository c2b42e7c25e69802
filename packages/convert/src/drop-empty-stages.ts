import { type ConvertedPipeline, createStage, createStep, type Stage } from './model.ts';

/** An empty comment, which separates the comments of a removed pipeline from those of the next one. */
const separator = '';

/**
 * Removes pipelines without steps. Their comments stay where they were, and pipelines that wait for one wait for its
 * dependencies.
 */
export function dropEmptyStages(pipeline: ConvertedPipeline): void {
  const empty = new Map(
    pipeline.stages.filter(({ steps }) => steps.length === 0).map((stage) => [stage.name, stage]),
  );
  const kept: Stage[] = [];
  let pending: string[] = [];
  for (const stage of pipeline.stages) {
    if (empty.has(stage.name)) {
      pending.push(
        `The job ${stage.name} has no steps here.`,
        ...stage.comments,
        ...stage.lastComments,
      );
      continue;
    }
    if (pending.length > 0) stage.comments.unshift(...pending, separator);
    pending = [];
    stage.dependsOn = dependenciesOf(stage, empty, new Set());
    dropOutputs(stage, empty);
    kept.push(stage);
  }
  pipeline.stages = kept.length > 0 ? kept : [placeholder()];
  pipeline.stages.at(-1)?.lastComments.push(...pending);
}

/** Removes variables of a matrix whose values are outputs of a removed pipeline. */
function dropOutputs({ matrix: { outputs }, comments }: Stage, empty: ReadonlyMap<string, Stage>) {
  for (const [name, { pipeline }] of outputs) {
    if (!empty.has(pipeline)) continue;
    outputs.delete(name);
    comments.push(
      `Not converted: the matrix values ${name}, because the job ${pipeline} has no steps here`,
    );
  }
}

/** Exit code of a step after which a stage ends successfully, because there is nothing to do. */
const nothingToDo = 78;

/** A file must have a pipeline. */
function placeholder(): Stage {
  const step = createStep('not-converted');
  step.image = 'busybox:1';
  step.commands = [
    'echo "No step of the file was converted, see its comments"',
    `exit ${nothingToDo}`,
  ];
  const stage = createStage('not-converted');
  stage.trigger = { event: { include: ['custom'], exclude: [] } };
  stage.steps = [step];
  return stage;
}

function dependenciesOf(
  stage: Stage,
  empty: ReadonlyMap<string, Stage>,
  seen: Set<string>,
): string[] {
  const names = stage.dependsOn.flatMap((name) => {
    const dropped = empty.get(name);
    if (!dropped) return [name];
    if (seen.has(name)) return [];
    seen.add(name);
    return dependenciesOf(dropped, empty, seen);
  });
  return [...new Set(names)];
}
