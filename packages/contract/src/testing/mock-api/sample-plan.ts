import type {
  BackTest,
  BranchFile,
  CommitPlan,
  FilePlan,
  PipelineChange,
  PlannedPipeline,
} from '../../api/index.ts';

const text = `kind: pipeline
type: exec
name: test
steps:
  - { name: unit, commands: [make test] }
`;

type PlannedStep = PlannedPipeline['steps'][number];

const clone: PlannedStep = {
  name: 'clone',
  kind: 'clone',
  run: 'on_success',
  why_not: null,
  only_if: null,
  depends_on: [],
};
const unit: PlannedStep = { ...clone, name: 'unit', kind: 'step', depends_on: ['clone'] };

export const sampleBranchFile = (): BranchFile => ({
  path: '.drone.yml',
  branch: 'master',
  commit: 'a'.repeat(40),
  text,
});

/** A plan in which a pipeline is for tags only. */
export function samplePlan(): FilePlan {
  const test: PlannedPipeline = {
    name: 'test',
    type: 'exec',
    depends_on: [],
    runs: true,
    why_not: null,
    only_if: null,
    steps: [clone, unit],
  };
  const release = { ...test, name: 'release', depends_on: ['test'], steps: [clone] };
  const excluded = { ...release, runs: false, why_not: 'event is "push", not "tag"' };
  return {
    problems: [],
    builds: [
      { event: 'push', ref: 'refs/heads/master', error: '', pipelines: [test, excluded] },
      { event: 'tag', ref: 'refs/tags/v1.0.0', error: '', pipelines: [test, release] },
    ],
    left_out: [],
  };
}

/** A plan of a commit that has started no build. */
export function sampleCommitPlan(): CommitPlan {
  return {
    commit: 'a'.repeat(40),
    title: 'Grind finer [skip ci]',
    path: '.drone.yml',
    has_file: true,
    builds: [],
    refusal: 'the commit message asks to skip',
    problems: [],
    push: samplePlan().builds[0] ?? null,
  };
}

/** A back-test in which one of two builds differs. */
export function sampleBackTest(): BackTest {
  const build = {
    number: 2,
    event: 'push',
    ref: 'refs/heads/master',
    title: 'Fix the wheel',
    status: 'success',
    created: 1_790_000_000,
    changes: [],
    stages: 1,
    error: '',
    incomparable: '',
    unknown_paths: false,
    seconds: { before: 60, after: 60 },
    unknown_durations: [],
  } satisfies BackTest['builds'][number];
  return {
    problems: [],
    builds: [
      {
        ...build,
        changes: [
          {
            stage: 'test',
            step: 'lint',
            change: 'removed',
            reason: 'branch is "master", not "develop"',
          },
        ],
        seconds: { before: 90, after: 60 },
      },
      { ...build, number: 1, title: 'Begin' },
    ],
    left_out: [],
  };
}

/** A change under which a step runs less often. */
export const samplePipelineChange = (): PipelineChange => ({
  base: 1,
  status: 'finished',
  error: '',
  result: {
    builds: 50,
    changed: 3,
    failed: 0,
    all_parts: 2,
    parts: [
      { stage: 'test', step: 'lint', change: 'removed', builds: 3 },
      { stage: 'release', change: 'added', builds: 1 },
    ],
    seconds: { before: 90, after: 60 },
  },
});
