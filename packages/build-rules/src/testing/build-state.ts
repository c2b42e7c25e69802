import type { Build, Stage, Step } from '../build.ts';
import type { BuildState } from '../build-state/changes.ts';

const build: Build = {
  id: 1,
  repoId: 1,
  number: 1,
  trigger: '@hook',
  sender: 'ada',
  reader: '',
  parent: 0,
  status: 'pending',
  error: '',
  event: 'push',
  action: '',
  link: '',
  title: '',
  message: '',
  before: '',
  after: '',
  ref: 'refs/heads/main',
  sourceRepo: '',
  source: 'main',
  target: 'main',
  authorLogin: 'ada',
  authorName: '',
  authorEmail: '',
  authorAvatar: '',
  committed: 0,
  params: {},
  warnings: [],
  cron: '',
  deployTo: '',
  delivery: null,
  isDebug: false,
  pauseStage: '',
  pauseStep: '',
  canceledBy: '',
  ending: '',
  ignoredFailures: 0,
  isPinned: false,
  expired: [],
  attempt: 1,
  bisection: 0,
  fileBase: 0,
  started: 0,
  finished: 0,
  created: 1,
  updated: 1,
  version: 1,
};

const stage: Stage = {
  id: 1,
  repoId: 1,
  buildId: 1,
  number: 1,
  name: 'first',
  kind: 'pipeline',
  type: 'exec',
  status: 'pending',
  error: '',
  exitCode: 0,
  machine: '',
  runner: '',
  os: '',
  arch: '',
  variant: '',
  kernel: '',
  labels: {},
  concurrency: 0,
  dependsOn: [],
  onSuccess: true,
  onFailure: false,
  ignoresFailure: false,
  manual: '',
  needsApproval: false,
  decidedBy: '',
  attempt: 1,
  retry: { max: 0, infrastructure: 0, causes: [], exitCodes: [] },
  retries: 0,
  failureCause: '',
  clusterWait: '',
  host: { kernel: '', cpu: '' },
  cleansUp: false,
  started: 0,
  stopped: 0,
  created: 1,
  updated: 1,
  version: 1,
};

const step: Step = {
  id: 1,
  stageId: 1,
  number: 1,
  name: 'work',
  status: 'pending',
  error: '',
  ignoresErrors: false,
  exitCode: 0,
  started: 0,
  stopped: 0,
  dependsOn: [],
  image: '',
  imageDigest: '',
  isDetached: false,
  schema: '',
  hasDeletedLog: false,
  hasSummary: false,
  version: 1,
};

/** Creates a build with these stages, numbered from 1, each with these steps. */
export function buildState(
  stages: (Partial<Stage> & { steps?: Partial<Step>[] })[],
  facts: Partial<Build> = {},
): BuildState {
  const built = stages.map(({ steps: _, ...given }, index): Stage => {
    return { ...stage, id: index + 1, number: index + 1, name: String(index), ...given };
  });
  const steps = stages.flatMap(({ steps: given = [] }, at) =>
    given.map((each, index): Step => {
      const [id, number] = [(at + 1) * 100 + index, index + 1];
      return { ...step, id, number, stageId: at + 1, name: String(index), ...each };
    }),
  );
  return { build: { ...build, ...facts }, stages: built, steps };
}
