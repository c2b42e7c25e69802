import type { Build, PlannedBuild, PlannedPipeline, Stage, Step } from '@millrace/contract/api';

/** Returns a planned build in the form of one that has not started, to draw it. */
export function toBuild({ pipelines }: PlannedBuild): Pick<Build, 'stages'> {
  return { stages: pipelines.map((pipeline, at) => toStage(pipeline, at + 1)) };
}

function toStage(pipeline: PlannedPipeline, number: number): Stage {
  const { name, depends_on, runs, manual, steps } = pipeline;
  const waiting = manual ? 'blocked' : 'pending';
  return {
    ...neverStarted,
    id: number,
    repo_id: 0,
    build_id: 0,
    number,
    name,
    type: pipeline.type,
    status: runs ? waiting : 'skipped',
    errignore: false,
    os: '',
    arch: '',
    created: 0,
    updated: 0,
    on_success: true,
    on_failure: false,
    depends_on,
    ...(manual ? { manual } : {}),
    placeholder: (pipeline.matrix_from ?? []).length > 0,
    steps: steps.map((step, at) => toStep(step, number, at + 1)),
  };
}

function toStep(step: PlannedPipeline['steps'][number], stage: number, number: number): Step {
  const { name, run, depends_on } = step;
  const status = run === 'never' ? 'skipped' : 'pending';
  return { ...neverStarted, id: number, step_id: stage, number, name, status, depends_on };
}

const neverStarted = { exit_code: 0, started: 0, stopped: 0, version: 0 };
