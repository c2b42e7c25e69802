import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build } from '@millrace/contract/api';
import { findDockerHost } from '@millrace/test-support/docker-host';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { machineEnv } from '../support/program.ts';
import { type FailingStep, failingSteps } from './failing-steps.ts';
import { type OpenSetting, openSetting } from './open-setting.ts';
import { Play } from './play.ts';

vi.setConfig({ maxConcurrency: 4 });

const docker = await findDockerHost();
let setting: OpenSetting;
let token: string;
beforeAll(async () => {
  setting = await openSetting(docker);
  token = await setting.millrace.readToken();
});
afterAll(() => setting?.close());

describe.concurrent('millrace exec --build ends as the build did', () => {
  it('has at least 30 failures', () => {
    expect(failingSteps.length).toBeGreaterThanOrEqual(30);
  });

  failingSteps.forEach((failing, index) => {
    if (failing.needsDocker && typeof docker === 'string') it.skip(`${failing.name} (${docker})`);
    else it(failing.name, () => compare(failing, index));
  });
});

async function compare(failing: FailingStep, index: number): Promise<void> {
  const givens = Object.entries(failing.secrets).map(
    ([name, value]) => `secret ${name} = ${value}`,
  );
  const scenario = { ...failing, name: `replay-${index}`, givens, events: [] };
  const play = await Play.begin(setting, scenario);
  if (failing.event !== 'push') await play.act('push');
  const [build] = await play.act(failing.event);
  if (!build) throw new Error('no build');
  const expected = failedStepOf(build);
  const log = await setting.admin.log(play.slug, build.number, 1, expected.number);

  const { stdout, stderr } = await replay(play, build, failing);
  const replayed: Build = JSON.parse(stdout || 'null');
  const here = failedStepOf(replayed);
  expect({ ...pick(here), lastLine: lastLine(stepLines(stderr, here.name)) }).toEqual({
    ...pick(expected),
    lastLine: lastLine(log.split('\n')),
  });
  expect(stderr).toContain(`of build ${build.number}, which ran on `);
}

async function replay(play: Play, build: Build, { secrets }: FailingStep) {
  const dir = await mkdtemp(join(setting.millrace.dir, 'replay-'));
  await execa('git', ['clone', '--quiet', play.tree.dir, '.'], { cwd: dir });
  await writeFile(
    `${dir}.env`,
    Object.entries(secrets)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  );
  const args = ['exec', '--build', String(build.number), '--repo', play.slug, '--json'];
  return execa(process.execPath, [program, ...args, '--secret-file', `${dir}.env`], {
    cwd: dir,
    reject: false,
    extendEnv: false,
    env: { ...machineEnv, MILLRACE_SERVER: setting.millrace.url, MILLRACE_TOKEN: token },
  });
}

function failedStepOf({ stages = [] }: Build) {
  const step = stages
    .flatMap(({ steps = [] }) => steps)
    .find(({ name, status }) => name === 'work' && (status === 'failure' || status === 'error'));
  if (!step) throw new Error(`No step failed: ${JSON.stringify(stages)}`);
  return step;
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
