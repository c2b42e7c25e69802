import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Build, TestedBuild } from '@millrace/contract/api';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isDeep } from '../../tools/test-tiers.ts';
import { root } from '../support/program.ts';
import { readExamples } from './examples.ts';
import { createObstacles } from './obstacles.ts';
import { type OpenSetting, openSetting } from './open-setting.ts';
import { formatOutline } from './outline.ts';
import { Play } from './play.ts';
import { type LogExpectation, needsDocker, readScenario, type Scenario } from './scenario.ts';

// Each test runs several builds and processes beside those of the other tests, so a busy machine needs minutes.
vi.setConfig({ maxConcurrency: 6, testTimeout: 600_000, hookTimeout: 600_000 });

const docker = await findDockerHost();
let setting: OpenSetting;
beforeAll(async () => {
  setting = await openSetting(docker);
});
afterAll(() => setting?.close());

const obstacleOf = await createObstacles(docker);

const scenarios = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.yml'))
  .map((name) => readScenario(join(import.meta.dirname, name)))
  // The minimum timeout of a repository is a minute.
  .filter((scenario) => isDeep || !takesLong(scenario))
  // Started first, to run in parallel with the others.
  .sort((a, b) => Number(takesLong(b)) - Number(takesLong(a)));

function takesLong({ givens }: Scenario): boolean {
  return givens.some((given) => given.startsWith('timeout'));
}

describe.concurrent('pipeline files', () => {
  for (const scenario of scenarios) {
    const obstacle = obstacleOf(scenario);
    if (obstacle) it.skip(`${scenario.name} (${obstacle})`);
    else it(scenario.name, () => playScenario(scenario));
  }
});

const examples = readExamples(join(root, 'docs/pipelines.md'))
  .filter(({ isRun }) => isRun)
  .map(({ line, text }) => asScenario(`example-${line}`, text));

describe.concurrent('runnable examples of docs/pipelines.md', () => {
  for (const example of examples) {
    const obstacle = obstacleOf(example);
    if (obstacle) it.skip(`${example.name} (${obstacle})`);
    else it(example.name, () => playExample(example));
  }
});

/** Replaces the images of an example with the local test image. */
function asScenario(name: string, text: string): Scenario {
  const offline = text.replaceAll(/image: \S+$/gm, `image: ${testImage}`);
  return { name, text: offline, needsDocker: needsDocker(text), givens: [], events: [] };
}

async function playExample(example: Scenario): Promise<void> {
  const play = await Play.begin(setting, example);
  const [build] = await play.act('push');
  if (!build) throw new Error('no build');
  expect(
    formatOutline(build)[0],
    `${formatOutline(build).join('\n')}\n${await allLogs(play, build)}`,
  ).toBe('success');
}

async function playScenario(scenario: Scenario): Promise<void> {
  const play = await Play.begin(setting, scenario);
  expect(scenario.events.length).toBeGreaterThan(0);
  for (const { what, outline, logs } of scenario.events) {
    const wanted = outline.map(play.fillPlaceholders);
    const builds = await play.act(what);
    if (wanted[0] === 'nothing') expect(builds.map(formatOutline), what).toEqual([]);
    else expect(builds.length, what).toBe(what === 'push twice' ? 2 : 1);
    for (const build of builds) {
      expect(formatOutline(build), `${what}\n${await allLogs(play, build)}`).toEqual(wanted);
      await expectLogs(play, build, logs);
    }
  }
  // The unchanged file must reproduce what ran.
  const tested = await play.backTest();
  expect(tested.filter(({ incomparable }) => !incomparable).flatMap(listChanges)).toEqual([]);
}

function listChanges({ number, changes }: TestedBuild) {
  return changes.map((change) => ({ number, ...change }));
}

async function expectLogs(play: Play, build: Build, expected: LogExpectation[]): Promise<void> {
  for (const { step, text, isAbsent } of expected) {
    const log = await logOf(play, build, step);
    const wanted = play.fillPlaceholders(text);
    if (isAbsent) expect(log, step).not.toContain(wanted);
    else expect(log, step).toContain(wanted);
  }
}

async function logOf(play: Play, build: Build, path: string): Promise<string> {
  const stage = build.stages?.find(({ name }) => path.startsWith(`${name}/`));
  const step = stage?.steps?.find(({ name }) => path === `${stage.name}/${name}`);
  if (!stage || !step) throw new Error(`There is no step ${path}`);
  return setting.admin.log(play.slug, build.number, stage.number, step.number);
}

/** Used in failure messages. */
async function allLogs(play: Play, build: Build): Promise<string> {
  const logs: string[] = [];
  for (const stage of build.stages ?? []) {
    for (const step of stage.steps ?? []) {
      const path = `${stage.name}/${step.name}`;
      if (step.status === 'failure') logs.push(`${path}\n${await logOf(play, build, path)}`);
    }
  }
  return logs.join('\n');
}
