import {
  dropJob,
  forgetRunner,
  getSystemStatus,
  listJobs,
  listRepoSummaries,
  listRunnerSummaries,
  listRunners,
  listSettings,
  pauseQueue,
  readQueue,
  resumeQueue,
  retryJob,
  type SystemStatus,
  setRunnerState,
} from '../../../api/index.ts';
import { on } from './on.ts';

const health = { ok: true, error: '', ms: 3 };

const status: SystemStatus = {
  version: '1.0.0',
  commit: '',
  node: '24.0.0',
  started: 1_700_000_000,
  servers: [],
  database: { kind: 'sqlite', version: '3.50', bytes: 1_000_000, health },
  disk: { folder: '/data', free: 50_000_000_000, total: 100_000_000_000, reserve: 500_000_000 },
  aged: [
    { content: 'branches', count: 40, days: 365 },
    { content: 'recordings', count: 12, bytes: 3_000_000, days: 90 },
  ],
  stores: [
    { content: 'logs', kind: 'database', place: '', health },
    { content: 'artifacts', kind: 'folder', place: '/data/artifacts', health },
  ],
  forge: { kind: 'builtin', url: 'http://localhost:8080', health },
  certificate: null,
};

/** The server as a whole: its queue, runners, jobs, repositories and state. */
export const administrationHandlers = [
  on(listRunners, () => []),
  on(listRunnerSummaries, ({ state }) => state.runners),
  on(setRunnerState, ({ state, params, body }) => {
    state.runners = state.runners.map((runner) =>
      runner.name === params.runner ? { ...runner, state: body.state } : runner,
    );
  }),
  on(forgetRunner, ({ state, params }) => {
    state.runners = state.runners.filter(({ name }) => name !== params.runner);
  }),
  on(readQueue, ({ state, query: { q = '' } }) => {
    const stages = state.queue.stages.filter(({ repo }) => repo.includes(q));
    return { ...state.queue, stages, matching: stages.length };
  }),
  on(pauseQueue, ({ state }) => {
    state.queue = { ...state.queue, paused: true };
  }),
  on(resumeQueue, ({ state }) => {
    state.queue = { ...state.queue, paused: false };
  }),
  on(listJobs, ({ state }) => ({ counts: [], jobs: state.jobs })),
  on(retryJob, ({ state, params }) => {
    state.jobs = state.jobs.map((job) =>
      job.id === params.job ? { ...job, state: 'due', error: '', tries: 0 } : job,
    );
  }),
  on(dropJob, ({ state, params }) => {
    state.jobs = state.jobs.filter(({ id }) => id !== params.job);
  }),
  on(listRepoSummaries, ({ state }) => ({
    matching: state.repos.length,
    bytes: 0,
    repos: state.repos.map(({ slug, active, visibility, trusted }) => {
      return { slug, owner: 'octo', active, visibility, trusted, size: null, last_build: null };
    }),
  })),
  on(getSystemStatus, () => status),
  on(listSettings, () => [
    {
      name: 'MILLRACE_PORT',
      value: '8080',
      secret: false,
      set: false,
      default: '8080',
      text: 'Port; 0 picks a free one.',
    },
    {
      name: 'MILLRACE_RPC_SECRET',
      value: '',
      secret: true,
      set: true,
      default: '',
      text: 'Secret shared with remote runners.',
    },
  ]),
];
