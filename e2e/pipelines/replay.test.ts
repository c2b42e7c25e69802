import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build, Step } from '@millrace/contract/api';
import { findDockerHost } from '@millrace/test-support/docker-host';
import { machineEnv, program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isDeep } from '../../tools/test-tiers.ts';
import { type FailingStep, failingSteps } from './failing-steps.ts';
import { createObstacles } from './obstacles.ts';
import { type OpenSetting, openSetting } from './open-setting.ts';
import { Play } from './play.ts';
import type { Scenario } from './scenario.ts';

vi.setConfig({ maxConcurrency: 4 });

const docker = await findDockerHost();
const obstacleOf = await createObstacles(docker);
let setting: OpenSetting;
let token: string;
beforeAll(async () => {
  setting = await openSetting(docker);
  token = await setting.millrace.readToken();
});
afterAll(() => setting?.close());

describe.concurrent('millrace exec --build ends as the build did', () => {
  it('covers enough failures', () => {
    expect(failingSteps.length).toBeGreaterThanOrEqual(isDeep ? 30 : 18);
  });

  failingSteps.forEach((failing, index) => {
    const scenario = scenarioOf(failing, index);
    const obstacle = obstacleOf(scenario);
    if (obstacle) it.skip(`${failing.name} (${obstacle})`);
    else it(failing.name, () => compare(failing, scenario));
  });
});

function scenarioOf(failing: FailingStep, index: number): Scenario {
  const secrets = Object.entries(failing.secrets);
  const givens = [
    ...(failing.text.includes('@registry@') ? ['registry'] : []),
    ...secrets.map(([name, value]) => `secret ${name} = ${value}`),
  ];
  return { ...failing, name: `replay-${index}`, givens, events: [] };
}

async function compare(failing: FailingStep, scenario: Scenario): Promise<void> {
  const play = await Play.begin(setting, scenario);
  if (failing.event !== 'push') await play.act('push');
  const [build] = await play.act(failing.event);
  if (!build) throw new Error('no build');
  const expected = failedStepOf(build);
  const log = await setting.admin.log(
    play.slug,
    build.number,
    stageOf(build, expected),
    expected.number,
  );

  const { stdout, stderr } = await replay(play, build, failing);
  const replayed: Build = JSON.parse(stdout || 'null');
  const here = failedStepOf(replayed);
  expect({ ...pick(here), lastLine: lastLine(stepLines(stderr, here.name)) }).toEqual({
    ...pick(expected),
    lastLine: lastLine(log.split('\n')),
  });
  expect(stderr).toContain(`of build ${build.number}, which ran on `);
  // The same machine and engine run both.
  expect(stderr).not.toMatch(/kernel:|processors:|is not recorded|image \S+ of step \w+:/);
  const isPulled = scenario.givens.includes('registry');
  expect(expected.image_digest?.includes('@sha256:') ?? false).toBe(isPulled);
  if (isPulled) expect(here.image).toBe(expected.image_digest);
}

async function replay(play: Play, build: Build, { secrets }: FailingStep) {
  const dir = await mkdtemp(join(setting.millrace.dir, 'replay-'));
  await execa('git', ['clone', '--quiet', play.tree.dir, '.'], { cwd: dir });
  await writeFile(
    `${dir}.env`,
    Object.entries(secrets)
      .map(([name, value]) => `${name}='${play.fillPlaceholders(value)}'`)
      .join('\n'),
  );
  const args = ['exec', '--build', String(build.number), '--repo', play.slug, '--json'];
  return execa(process.execPath, [program, ...args, '--secret-file', `${dir}.env`], {
    cwd: dir,
    reject: false,
    extendEnv: false,
    env: {
      ...machineEnv,
      MILLRACE_SERVER: setting.millrace.url,
      MILLRACE_TOKEN: token,
      XDG_CACHE_HOME: join(setting.millrace.dir, 'cache'),
    },
  });
}

function failedStepOf({ stages = [] }: Build) {
  const step = stages
    .flatMap(({ steps = [] }) => steps)
    .find(({ name, status }) => name === 'work' && (status === 'failure' || status === 'error'));
  if (!step) throw new Error(`No step failed: ${JSON.stringify(stages)}`);
  return step;
}

function stageOf({ stages = [] }: Build, { id }: Step): number {
  return stages.find(({ steps = [] }) => steps.some((step) => step.id === id))?.number ?? 0;
}

function pick({ number, name, status, exit_code, error }: ReturnType<typeof failedStepOf>) {
  return { number, name, status, exit_code, error };
}

function stepLines(output: string, name: string): string[] {
  const prefix = `${name} | `;
  return output
    .split('\n')
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length));
}

function lastLine(lines: string[]): string | undefined {
  const line = lines.findLast((text) => text !== '');
  return line?.replace(/\/\S+\/stage-\d+-\w+/, '<workspace>');
}
