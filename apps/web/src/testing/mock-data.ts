import type { Build, Line, Repo, Stage, Step } from '@millrace/contract/api';
import type { BuildEvent, Status } from '@millrace/contract/vocabulary';
import { sampleBuild, sampleRepo, sampleStage, sampleStep } from './samples.ts';

const nowSec = Math.floor(Date.now() / 1000);
const names: Record<string, string[]> = {
  octo: ['hello', 'checkout-service', 'design-system', 'docs', 'edge-proxy', 'fleet', 'ledger'],
  acme: ['billing', 'inventory-of-very-long-names-that-need-an-ellipsis', 'mobile', 'search'],
  harbor: ['pilot', 'quay', 'registry', 'tide-tables'],
};
const people = ['ada', 'brian', 'chen', 'dolores', 'emeka'];
const titles = [
  'Keep the cart when a session is renewed',
  'Bump the compiler and drop the polyfills that nothing needs any more since last spring',
  'Fix off-by-one in pagination',
  'Retry uploads that time out',
  'Document the release process',
  'Speed up the cold start by half',
];
const endings: Status[] = [
  'success',
  'success',
  'failure',
  'success',
  'success',
  'killed',
  'success',
  'error',
  'success',
  'declined',
  'success',
  'skipped',
];
const events: BuildEvent[] = ['push', 'pull_request', 'push', 'tag', 'cron', 'promote', 'custom'];

export const mockUser = {
  id: 1,
  login: 'ada',
  email: 'ada@example.com',
  machine: false,
  admin: true,
  active: true,
  avatar: '',
  syncing: false,
  synced: nowSec,
  created: nowSec,
  updated: nowSec,
  last_login: nowSec,
};

export const mockRepos: Repo[] = Object.entries(names).flatMap(([namespace, list], group) =>
  list.map((name, index) => makeRepo(`${namespace}/${name}`, group * 10 + index)),
);

function makeRepo(slug: string, index: number): Repo {
  const active = index % 6 !== 5;
  const repo = sampleRepo({
    id: index + 1,
    slug,
    active,
    counter: active ? 132 - index : 0,
    permissions: { read: true, write: true, admin: true },
  });
  return index % 7 === 6 || !active ? repo : { ...repo, build: makeBuild(132 - index, index) };
}

export function makeBuild(number: number, seed = 132 - number): Build {
  const status = seed === 0 ? 'running' : seed === 1 ? 'pending' : pick(endings, seed - 2);
  const event = pick(events, seed);
  const created = nowSec - 40 - seed * seed * 190 - seed * 700;
  const started = status === 'pending' ? 0 : created + 4;
  const finished = ['running', 'pending'].includes(status) ? 0 : started + 45 + ((seed * 83) % 400);
  return sampleBuild({
    id: number,
    number,
    status,
    event,
    action: 'opened',
    title: pick(titles, seed),
    message: pick(titles, seed),
    ref:
      event === 'tag'
        ? 'refs/tags/v2.4.0'
        : `refs/${event === 'push' ? 'heads/main' : 'pull/41/head'}`,
    author_login: pick(people, seed),
    sender: pick(people, seed),
    parent: 118,
    deploy_to: event === 'promote' ? 'production' : '',
    cron: 'nightly',
    created,
    started,
    finished,
    updated: nowSec,
  });
}

export function makeStages(build: Build): Stage[] {
  const end: Status = build.status;
  const later: Status =
    end === 'running' ? 'waiting_on_dependencies' : end === 'success' ? 'success' : 'skipped';
  const start = build.started;
  const steps: Step[] = [
    step(1, 'clone', 'success', start, 3),
    step(2, 'install', 'success', start + 3, 14),
    step(3, 'lint', 'success', start + 17, 6),
    step(4, 'test', end, start + 23, end === 'running' ? 0 : 31),
    step(
      5,
      'package',
      end === 'running' ? 'pending' : later,
      later === 'success' ? start + 60 : 0,
      8,
    ),
  ];
  const first = { number: 1, name: 'build', status: end, started: start, stopped: build.finished };
  return [
    sampleStage({ ...first, machine: 'runner-1', steps }),
    sampleStage({
      number: 2,
      name: 'integration',
      status: later,
      started: later === 'success' ? start + 70 : 0,
      stopped: later === 'success' ? start + 130 : 0,
      steps:
        later === 'success'
          ? [step(1, 'clone', later, start, 2), step(2, 'e2e', later, start, 50)]
          : [],
    }),
    sampleStage({ number: 3, name: 'publish', status: later, started: 0, stopped: 0, steps: [] }),
  ];
}

function step(number: number, name: string, status: Status, started: number, took: number): Step {
  const failed = status === 'failure';
  return sampleStep({
    number,
    name,
    status,
    started,
    stopped: took ? started + took : 0,
    exit_code: failed ? 2 : 0,
    ...(status === 'error' && { error: 'no space left on device' }),
  });
}

const esc = '\u001b';

/** A log with colours, progress, a very long line and, for some steps, hundreds of lines. */
export function makeLines(count: number): Line[] {
  const special: Record<number, string> = {
    0: `${esc}[36m+ npm test${esc}[0m\n`,
    1: '\n',
    2: `${esc}[1m${esc}[32m✓${esc}[39m web${esc}[22m ${esc}[2msrc/cart.test.ts (45 tests) 12ms${esc}[22m\n`,
    3: `${esc}[41m${esc}[97m FAIL ${esc}[0m src/pages.test.ts ${esc}[31m> the last page holds the rest${esc}[0m\n`,
    4: `${esc}[31mAssertionError: expected ${esc}[1m10${esc}[22m to be ${esc}[1m9${esc}[22m\n`,
    5: `  at pages.test.ts:14:22${esc}[0m\n`,
    6: 'downloading  10%\rdownloading  55%\rdownloading 100%\n',
    7: `${esc}[38;5;208m256 colours${esc}[0m and ${esc}[38;2;90;120;250mtrue colour${esc}[0m, ${esc}[3mitalic${esc}[0m, ${esc}[4munderlined${esc}[0m, ${esc}[7minverse${esc}[0m\n`,
    8: `${'a very long line '.repeat(40)}\n`,
    9: `${'x'.repeat(30_000)}\n`,
  };
  return Array.from({ length: count }, (_, pos) => ({
    pos,
    out: special[pos % 23] ?? `step ${pos}: compiled src/module-${pos}.ts\n`,
    time: Math.floor(pos / 40),
  }));
}

function pick<Item>(list: readonly Item[], index: number): Item {
  return list[((index % list.length) + list.length) % list.length] as Item;
}
