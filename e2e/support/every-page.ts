import { type KeptStep, listRunners, type StarterPipeline } from '@millrace/contract/api';
import {
  linesOf,
  nowSec,
  recentBuild,
  recentStage,
  recentStep,
  sampleDelivery,
  sampleMember,
  samplePersonalSubscription,
  sampleRepo,
  sampleSubscription,
  sampleUser,
} from '@millrace/contract/testing';
import {
  sampleBisection,
  setBuild,
  setRepoTests,
  setTests,
  setTrends,
} from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import type { MockServer } from './mock/server.ts';
import { expect } from './screen.ts';

const slug = 'octo/hello';
const longName = `a-name-of-${'very-'.repeat(20)}many-characters`;

/** Fills a server with long names and the maximum amount of data on each page. */
export function fillServer(mock: MockServer, status: 'failure' | 'running' = 'failure'): void {
  const isRunning = status === 'running';
  mock.config = { ...mock.config, extras: true, email: true };
  mock.state.repos = [sampleRepo({ counter: 3, has_tests: true, build: recentBuild() })];
  const steps = [
    recentStep({ number: 1, name: 'clone', summary: true, schema: 'https://ci.example/card.json' }),
    recentStep({ number: 2, name: longName, status, ...(isRunning ? { stopped: 0 } : {}) }),
  ];
  setBuild(mock, {
    status,
    attempt: 1,
    artifacts: 1,
    debug: true,
    message: longName,
    title: longName,
    pinned: true,
    tests: { passed: 3, failed: 2, skipped: 0 },
    warnings: [longName],
    deploy_to: longName,
    stages: [
      recentStage({
        name: longName,
        status,
        steps,
        created: nowSec() - 95,
        ...(isRunning ? { stopped: 0 } : {}),
      }),
    ],
  });
  mock.state.keptSteps = [keptStep()];
  setTests(mock, 5);
  setRepoTests(mock, 5);
  const file = {
    stage: 1,
    step: 2,
    path: `dist/${longName}.txt`,
    size: 2048,
    sha256: 'ab'.repeat(32),
  };
  mock.state.artifacts = [{ ...file, type: 'text/plain', created: nowSec() }];
  mock.state.log = linesOf(['web session: https://ci.example/session', 'error: stuck', longName]);
  mock.state.pipelineFile = `kind: pipeline\nname: ${longName}\n`;
  mock.state.summary = `# ${longName}\n\n| a | b |\n| - | - |\n| ${longName} | ${longName} |\n`;
  mock.state.branches[slug] = [recentBuild({ target: longName, message: longName })];
  fillEnvironment(mock);
  fillOrganization(mock);
  fillTrends(mock);
  fillCauses(mock);
  fillBisections(mock);
  fillSettings(mock);
}

/** An organization with a repository that is red, and has a long name. */
function fillOrganization({ state }: MockServer): void {
  const branch = { slug, branch: longName, number: 9, event: 'push', status: 'failure' } as const;
  state.organization = [
    {
      slug,
      branch: { ...branch, result: 'failure', failing_since: 7 },
      failing_since_time: nowSec(),
      median: 3900,
      finished: 50,
      recovered: 12,
      running: 3,
      waiting: 40,
    },
  ];
  const [namespace = ''] = slug.split('/');
  const long = longName.slice(0, 50);
  const person = { login: long, name: longName, avatar: '' };
  state.organizations = [{ name: namespace, members_create_repositories: true, created: 1 }];
  state.organizationMembers = [
    { ...person, role: 'owner', by_group: false, teams: [] },
    { ...person, login: 'bob', role: 'member', by_group: true, teams: ['devs', long] },
  ];
  const repositories = [longName.slice(0, 100), 'hello'];
  const team = { name: 'devs', role: 'write', all_repositories: false } as const;
  state.teams = [
    { ...team, repositories, members: 2 },
    { ...team, name: long, all_repositories: true, repositories: [], members: 500 },
  ];
  state.teamMembers = [
    { ...person, by_hand: true, by_group: false },
    { ...person, login: 'bob', by_hand: true, by_group: true },
  ];
  state.teamGroups = [{ id: 1, group: longName, team: long, members: 500 }];
}

/** An environment with a deployment that failed, whose builds have long names. */
function fillEnvironment({ state }: MockServer): void {
  const build = recentBuild({ attempt: 1, title: longName, message: longName });
  const deployment = { ...build, event: 'promote', deploy_to: longName, parent: 1 } as const;
  const newest = { ...deployment, number: 9, status: 'failure' } as const;
  const previous = { ...deployment, number: 2, after: 'a'.repeat(40) };
  const waiting = { ...build, number: 8, after: 'b'.repeat(40) };
  state.deployments[slug] = [deployment, { ...deployment, deploy_to: `other-${longName}` }];
  state.environment = { current: deployment, source: build, previous, newest, waiting };
  const commit = {
    sha: 'c'.repeat(40),
    message: longName,
    author_login: longName,
    author_name: longName,
    author_avatar: '',
    timestamp: nowSec(),
    link: 'https://forge.example/c',
  };
  state.newCommits = { '2..1': [commit], '1..8': [commit] };
}

/** An environment in which a terminal is open, and others were. */
export function keptStep(): KeptStep {
  const [created, until] = [nowSec(), nowSec() + 50];
  const open = { id: 1, login: longName, created, ended: 0, output_bytes: 10 };
  const closed = { ...open, id: 2, ended: created, end_reason: 'exited', exit_code: 1 } as const;
  return { id: 4, step_id: 2, created, until, ended: 0, terminals: [open, closed] };
}

function fillTrends(mock: MockServer): void {
  setTrends(mock);
  const { buildTrend, trendParts } = mock.state;
  buildTrend.changes = buildTrend.changes.map((change) => ({ ...change, title: longName }));
  trendParts.parts.push({ stage_name: longName, step_name: longName, p50: 1, p95: 9000, count: 1 });
}

function fillCauses({ state }: MockServer): void {
  const texts = { step: longName, title: longName, name: longName.slice(0, 100) };
  state.repoCause = {
    ...state.repoCause,
    ...texts,
    others: [{ slug: `octo/${longName}`, failures: 2 }],
  };
  state.failuresOfCause = [
    { build: 1, message: longName, stage: 1, step: 2, attempt: 1, failed: 1, recovered: true },
  ];
  const repos = [{ slug: `octo/${longName}`, failures: 1 }];
  const cause = { ...state.repoCause, ...texts, lost: 7200, is_new: true, repos };
  state.causesOfWeek = { ...state.causesOfWeek, causes: [cause], gone: [cause] };
}

function fillBisections({ state }: MockServer): void {
  const sample = sampleBisection();
  const list = sample.list.map((commit) => ({
    ...commit,
    message: longName,
    author_login: longName,
    author_name: longName,
  }));
  const bisection = { ...sample, list, stage: longName, step: longName, starter: longName };
  state.bisections = [
    { ...bisection, id: 2, status: 'failed', error: longName },
    { ...bisection, id: 1, status: 'found', found: list.slice(-1).map(({ sha }) => sha) },
  ];
}

function fillSettings(mock: MockServer): void {
  const [id, name] = [1, longName];
  const times = { created: 1, updated: 1 };
  mock.state.users = [
    sampleUser(),
    sampleUser({ id: 2, login: 'bob', email: `${name}@example.com` }),
  ];
  mock.state.sessions = [true, false].map((current) => ({
    id: String(current),
    created: 1,
    last_seen: nowSec(),
    expires: nowSec(),
    address: '2001:db8:1234:5678:1234:5678:1234:5678',
    browser: longName.slice(0, 60),
    current,
  }));
  mock.state.crons = [
    {
      id,
      repo_id: 1,
      name,
      expr: '@hourly',
      next: 0,
      prev: 0,
      event: 'push',
      branch: name,
      disabled: false,
      version: 1,
      ...times,
    },
  ];
  mock.state.secrets = [{ id, name, pull_request: false }];
  mock.state.orgSecrets = [{ id, namespace: 'octo', name, pull_request: false }];
  mock.state.templates = [{ id, namespace: 'octo', name: `${name}.yaml`, data: '', ...times }];
  const reader = { slug: `octo/${longName}`, added_by: longName.slice(0, 50), created: nowSec() };
  mock.state.buildAccess = { targets: [reader], readers: [reader] };
  mock.state.protectedRefs = { branches: [longName], tags: [longName] };
  const runner = { created_by: longName.slice(0, 50), expires: 0, created: 1, registered: 1 };
  mock.state.runnerCredentials = [true, false].map((connected, at) => ({
    ...runner,
    id: at + 1,
    name: `octo/${longName}-${at}`,
    owner: `octo/${longName}`,
    protected: connected,
    labels: { gpu: longName },
    last_used: nowSec(),
    connected,
    running: 1,
  }));
  mock.state.members = [sampleMember(), sampleMember({ login: name.slice(0, 50) })];
  const subscription = { name, branches: name, digest: 'daily', signed: true } as const;
  mock.state.subscriptions = [
    sampleSubscription({ ...subscription, channel: 'webhook', host: `${name}.example` }),
    sampleSubscription({ id: 2, channel: 'email', recipients: [`${name}@example.com`] }),
  ];
  mock.state.personalSubscriptions = [
    samplePersonalSubscription({ ...subscription, scope: 'chosen', repos: [`octo/${name}`] }),
  ];
  mock.state.deliveries = [
    sampleDelivery({ id: 4, kind: 'test', repo: '', build: 0, status: 'waiting', tries: 0 }),
    sampleDelivery({ id: 3, status: 'held', tries: 0 }),
    sampleDelivery({ id: 2, status: 'failed', error: name, response: name, request: name }),
    sampleDelivery({ repo: `octo/${name}` }),
  ];
  mock.reply(listRunners, () => [
    {
      name,
      type: 'exec',
      os: 'linux',
      arch: 'amd64',
      variant: '',
      kernel: '',
      labels: { gpu: name },
      capacity: 2,
      running: 1,
      steps: 'as user ci',
    },
  ]);
}

/** Adds a repository without builds and suggested pipeline files. */
function addStarters(mock: MockServer): void {
  const starter: StarterPipeline = {
    kind: 'go',
    type: 'exec',
    has_runner: false,
    text: `kind: pipeline\nname: ${longName}\n`,
  };
  const pipelines = [starter, { ...starter, type: 'docker' as const }];
  mock.state.starters = { state: 'missing', pipelines, converted: [] };
  mock.state.builds = {};
}

interface TestedPage {
  name: string;
  path: string;
  prepare?: (mock: MockServer) => void;
  /** Opens parts of the page that are hidden at first. */
  act?: (page: Page, mock: MockServer) => Promise<void>;
}

const asVisitor = (mock: MockServer) => {
  mock.state.user = null;
};

const settings = [
  '',
  'secrets',
  'cron',
  'badges',
  'files',
  'caches',
  'members',
  'retention',
  'notifications',
  'org-secrets',
  'templates',
  'pipeline',
  'build-access',
  'runners',
  'org-runners',
  'priority',
];
const buildViews = ['summary', 'graph', 'timeline', 'tests', 'files', 'cards', 'pipeline'];

/** All pages of the UI, and page states with a different layout. */
export const everyPage: TestedPage[] = [
  ...[
    '/',
    '/builds-feed',
    '/account',
    '/settings/users',
    '/register',
    '/privacy',
    ...['', '/branches', '/deployments', '/tests', '/causes', '/trends', '/bisections'].map(
      (tab) => `/${slug}${tab}`,
    ),
    `/${slug}/trends?view=table`,
    `/${slug}/pipelines?commit=v1`,
    ...['', '?view=members', '?view=teams&team=devs', '?view=groups', '?view=settings'].map(
      (view) => `/${slug.split('/')[0]}${view}`,
    ),
    '/causes',
    `/${slug}/causes/5`,
    `/${slug}/bisections/1`,
    `/${slug}/bisections/2`,
    ...[
      'queue',
      'runners',
      'repositories',
      'organizations',
      'policies',
      'usage',
      'jobs',
      'announcement',
      'audit',
      'system',
    ].map((page) => `/settings/${page}`),
    ...['/account', `/${slug}/settings/notifications`].map((page) => `${page}?deliveries=1`),
    ...settings.map((section) => `/${slug}/settings${section && `/${section}`}`),
    ...['', '/1/2', ...buildViews.map((view) => `?view=${view}`)].map(
      (rest) => `/${slug}/1${rest}`,
    ),
    '/octo/hello/compare/1/1',
    '/404',
  ].map((path) => ({ name: path, path })),
  { name: 'environment', path: `/${slug}/deployments/${longName}` },
  { name: 'sign-in page', path: '/welcome', prepare: asVisitor },
  { name: 'sign-in form', path: '/login/form', prepare: asVisitor },
  { name: 'code of a sign-in', path: '/login/form?step=code&message=wrong', prepare: asVisitor },
  {
    name: 'dashboard before the first push',
    path: '/',
    prepare: (mock) => {
      addStarters(mock);
      mock.state.repos = [];
    },
  },
  {
    name: 'repository without builds',
    path: `/${slug}`,
    prepare: (mock) => {
      addStarters(mock);
      mock.state.repos = [sampleRepo({ counter: 0 })];
    },
  },
  {
    name: 'inactive repository',
    path: `/${slug}/settings`,
    prepare: (mock) => {
      mock.state.repos = [sampleRepo({ active: false })];
    },
  },
  {
    name: 'broken pipeline file',
    path: `/${slug}/1`,
    prepare: (mock) => {
      setBuild(mock, { status: 'error', attempt: 1, error: 'yaml: line 2: wrong', stages: [] });
    },
  },
  {
    name: 'notice that the session has ended',
    path: '/account',
    act: async (page, mock) => {
      mock.state.user = null;
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await page.getByRole('button', { name: 'Renew Token' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Renew Token' }).click();
      await page.getByText('Your session has ended').waitFor();
    },
  },
  {
    name: 'restart with a pause',
    path: `/${slug}/1`,
    prepare: (mock) => {
      mock.state.terminalSettings = { keep_failed: true };
      const steps = [recentStep({ number: 1, name: longName, status: 'failure' })];
      const stages = [recentStage({ name: longName, status: 'failure', steps })];
      setBuild(mock, { status: 'failure', attempt: 1, stages });
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: 'Pause before a step' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'notification',
    path: `/${slug}/settings`,
    act: async (page) => {
      await page.getByRole('button', { name: 'Save Changes' }).click();
      // It closes after three seconds, except under the pointer.
      await page.getByText('Changes have been saved').hover();
      // Otherwise a link of the navigation is half under the header of the page.
      await page.getByRole('link', { name: 'General' }).scrollIntoViewIfNeeded();
    },
  },
];

/** Opens a page and waits until it is loaded completely. */
export async function openPage(page: Page, mock: MockServer, { path, prepare, act }: TestedPage) {
  prepare?.(mock);
  await page.goto(path);
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('[aria-hidden] [class*=skeleton]')).toHaveCount(0);
  await act?.(page, mock);
}
