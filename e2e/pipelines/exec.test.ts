import { readdirSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build, Stage, Step } from '@millrace/contract/api';
import { findDockerHost } from '@millrace/test-support/docker-host';
import { machineEnv, program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isDeep } from '../../tools/test-tiers.ts';
import { dumpEnvironments, readDump } from './dump-environment.ts';
import { createObstacles } from './obstacles.ts';
import { type OpenSetting, openSetting } from './open-setting.ts';
import { Play } from './play.ts';
import { readScenario, type Scenario } from './scenario.ts';

// Each test runs several builds and processes beside those of the other tests, so a busy machine needs minutes.
vi.setConfig({ maxConcurrency: 4, testTimeout: 600_000, hookTimeout: 600_000 });

const docker = await findDockerHost();
const obstacleOf = await createObstacles(docker);
let setting: OpenSetting;
beforeAll(async () => {
  setting = await openSetting(docker);
});
afterAll(() => setting?.close());

const exitCodes = { failed: 1, invalid: 2, noMachine: 3 };

/** One scenario for each part of the command. The deep run compares all of them. */
const compared = [
  '01-go-service',
  '05-pipelines-that-wait',
  '07-secrets',
  '08-signed',
  '10-template',
  '14-not-trusted',
  '18-triggers',
  '20-deployments',
  '32-wrong-file',
  '34-no-machine',
  '37-after-a-failure',
  '38-matrix',
  '41-retry',
  '42-outputs',
  '47-artifacts-of-stages',
  '53-matrix-of-outputs',
];

const scenarios = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.yml'))
  .map((name) => readScenario(join(import.meta.dirname, name)))
  .filter(({ name }) => isDeep || compared.includes(name))
  // It has no credentials for the forge.
  .filter(({ givens }) => !givens.some((given) => given.includes('-repository ')))
  // It gives no credentials to push.
  .filter(({ text }) => !text.includes('    push: '))
  // Only a stage that is named runs on this machine, and then alone.
  .filter(({ events }) => !events.some(({ what }) => what.includes(', then start ')));

/** Variables whose values only a server knows, or that differ in each run; docs/commands.md lists them. */
const differing = new RegExp(
  `^(?:${[
    'DRONE_BUILD_(?:CREATED|FINISHED|LINK|NUMBER|PARENT|SENDER|STARTED|TRIGGER)',
    'DRONE_COMMIT_(?:BEFORE|LINK)',
    'DRONE_REPO_(?:LINK|PRIVATE|VISIBILITY)',
    'DRONE_(?:REMOTE_URL|GIT_HTTP_URL|GIT_SSH_URL)',
    'DRONE_RUNNER_(?:HOST|HOSTNAME)',
    'DRONE_STAGE_(?:FINISHED|MACHINE|STARTED|VERSION)',
    'DRONE_NETRC_(?:MACHINE|USERNAME|PASSWORD)',
    // A stage may be claimed before or after another one starts.
    'CI_BUILD_STATUS',
    'CI_PARENT_BUILD_NUMBER',
    'CI_(?:BUILD_(?:CREATED|FINISHED|LINK|NUMBER|STARTED)|NETRC_\\w+|REPO_(?:LINK|PRIVATE|REMOTE))',
    'HOSTNAME',
  ].join('|')})=`,
);

describe.concurrent('millrace exec runs what a server runs', () => {
  for (const scenario of scenarios) {
    const obstacle = obstacleOf(scenario);
    if (obstacle) it.skip(`${scenario.name} (${obstacle})`);
    else it(scenario.name, () => compare(scenario));
  }
});

async function compare(scenario: Scenario): Promise<void> {
  const play = await Play.begin(setting, { ...scenario, text: dumpEnvironments(scenario.text) });
  // `millrace exec` has no credentials for the forge, so it can only clone public repositories.
  await setting.admin.call('PATCH', `/api/repos/${play.slug}`, { visibility: 'public' });
  for (const { what } of scenario.events) {
    for (const started of await play.act(what)) {
      const build = await approve(play, started);
      const run = await runHere(play, scenario, build);
      if (run.exitCode === exitCodes.invalid) {
        for (const error of build.error?.split('; ') ?? ['']) expect(run.text).toContain(error);
      } else if (run.exitCode === exitCodes.noMachine) {
        const statuses = build.stages?.map(({ status }) => status);
        expect(statuses).toEqual(statuses?.map(() => 'skipped'));
      } else {
        expect(run.exitCode).toBe(build.status === 'success' ? 0 : exitCodes.failed);
        expect(run.result).toEqual(await resultOfServer(play, build));
      }
    }
  }
}

/** Approves the stages of a build that wait for it. A user who runs a pipeline needs no approval. */
async function approve({ slug }: Play, build: Build): Promise<Build> {
  const blocked = build.stages?.filter(({ status }) => status === 'blocked') ?? [];
  for (const { number } of blocked) {
    await setting.admin.call('POST', `/api/repos/${slug}/builds/${build.number}/approve/${number}`);
  }
  return blocked.length > 0 ? setting.admin.finishedBuild(slug, build.number) : build;
}

async function runHere(play: Play, scenario: Scenario, build: Build) {
  const dir = await mkdtemp(join(setting.millrace.dir, 'exec-'));
  const git = (...args: string[]) => execa('git', args, { cwd: dir });
  await git('clone', '--quiet', play.tree.dir, '.');
  await git('checkout', '--quiet', '-B', build.target || 'main', build.after);
  await git('remote', 'set-url', 'origin', play.tree.remote);
  const secretFile = `${dir}.env`;
  await writeFile(secretFile, secretsOf(play, scenario).join('\n'));
  const args = [
    '--json',
    '--server',
    setting.millrace.url,
    '--event',
    build.event,
    '--branch',
    build.target,
    '--ref',
    build.ref,
    ...(build.deploy_to ? ['--target', build.deploy_to] : []),
    ...(build.cron ? ['--cron', build.cron] : []),
    ...Object.entries(build.params ?? {}).flatMap(([name, value]) => [
      '--param',
      `${name}=${value}`,
    ]),
    ...(scenario.givens.includes('trusted') ? ['--trusted'] : []),
    '--secret-file',
    secretFile,
    '--templates',
    join(import.meta.dirname, 'templates'),
  ];
  const { stdout, stderr, exitCode } = await execa(process.execPath, [program, 'exec', ...args], {
    cwd: dir,
    reject: false,
    extendEnv: false,
    env: {
      ...machineEnv,
      MILLRACE_RUNNER_CAPACITY: '6',
      XDG_CACHE_HOME: join(setting.millrace.dir, 'cache'),
    },
  });
  if (stdout === '') return { exitCode, text: stderr };
  const finished: Build = JSON.parse(stdout);
  const lines = stderr.split('\n');
  const hasStages = (finished.stages?.filter(({ steps }) => steps).length ?? 0) > 1;
  return {
    exitCode,
    text: stderr,
    result: describeBuild(finished, ({ name: stage }, { name: step }) => {
      const prefix = `${hasStages ? `${stage}/${step}` : step} | `;
      return readDump(
        lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(prefix.length)),
      );
    }),
  };
}

function secretsOf(play: Play, { givens, text }: Scenario): string[] {
  const given = givens.flatMap((line) => {
    const [, name, value] = /^(?:organization-)?secret (\S+) = (.*)$/.exec(line) ?? [];
    return name && value ? `${name}='${play.fillPlaceholders(value)}'` : [];
  });
  const encrypted = [...text.matchAll(/^name: (\S+)\ndata: "@encrypted (.+?)@"$/gm)];
  return [...given, ...encrypted.map(([, name, value]) => `${name}='${value}'`)];
}

async function resultOfServer(play: Play, build: Build) {
  const dumps = new Map<Step, string[]>();
  for (const stage of build.stages ?? []) {
    for (const step of stage.steps ?? []) {
      if (step.status === 'skipped') continue;
      const log = await setting.admin.log(play.slug, build.number, stage.number, step.number);
      dumps.set(step, readDump(log.split('\n')));
    }
  }
  return describeBuild(build, (_, step) => dumps.get(step) ?? []);
}

/** Describes statuses, exit codes, errors, the order of the steps, and their environments. */
function describeBuild(
  { status, stages = [] }: Build,
  dumpOf: (stage: Stage, step: Step) => string[],
) {
  return {
    status,
    stages: stages.map((stage) => ({
      ...pick(stage),
      steps: (stage.steps ?? []).map((step) => ({
        ...pick(step),
        environment: dumpOf(stage, step)
          .filter((line) => !differing.test(line))
          .map((line) => line.replaceAll(/\/\S+\/stage-\d+-\w+/g, '<workspace>')),
      })),
    })),
  };
}

function pick({ number, name, status, exit_code, error, depends_on }: Stage | Step) {
  return { number, name, status, exit_code, error, depends_on };
}
