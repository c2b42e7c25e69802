import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';

/** Folder with pipeline files of real projects. They belong to these projects and are not included here. */
const folder = process.env.MILLRACE_TEST_PIPELINES ?? '';

const builds = {
  push: { branch: 'master' },
  tag: { event: 'tag', ref: 'refs/tags/v1.2.3', branch: 'master' },
  'pull request': { event: 'pull_request', ref: 'refs/pull/42/head', branch: 'master' },
};

interface Expectation {
  file: string;
  build: keyof typeof builds;
  /** Stages as `name < dependencies: steps`. */
  stages: string[];
}

/** Expected stages for some events, derived from the files by hand. */
const expectations: Expectation[] = [
  {
    file: '017-appleboy-gorush.yml',
    build: 'push',
    stages: [
      'testing: clone redis nsq embedmd hadolint',
      'linux-amd64 < testing: clone build-push executable publish',
      'notifications < linux-amd64, testing: clone manifest',
    ],
  },
  {
    file: '017-appleboy-gorush.yml',
    build: 'tag',
    stages: [
      'testing: clone redis nsq embedmd hadolint',
      'linux-amd64 < testing: clone build-tag executable publish',
      'release-binary < testing: clone build-all-binary deploy-all-binary',
      'notifications < linux-amd64, release-binary: clone manifest',
    ],
  },
  {
    file: '017-appleboy-gorush.yml',
    build: 'pull request',
    stages: [
      'testing: clone redis nsq embedmd hadolint',
      'linux-amd64 < testing: clone build-push executable',
    ],
  },
  {
    file: '029-drone-plugins-drone-slack.yml',
    build: 'pull request',
    stages: [
      'testing: clone vet test',
      'linux-amd64 < testing: clone build-push executable dryrun',
      'linux-arm64 < testing: clone build-push executable dryrun',
      'linux-arm < testing: clone build-push executable dryrun',
    ],
  },
  {
    file: '039-drone-drone-gc.yml',
    build: 'tag',
    stages: [
      'build-linux: clone build publish_amd64 publish_arm64 publish_arm',
      'manifest < build-linux: clone manifest',
    ],
  },
  {
    file: '039-drone-drone-gc.yml',
    build: 'pull request',
    stages: ['build-linux: clone build'],
  },
  { file: '051-grafana-tanka.yml', build: 'push', stages: [] },
  {
    file: '051-grafana-tanka.yml',
    build: 'pull request',
    stages: ['check: clone download lint test build', 'benchmark against main: clone benchmark'],
  },
  {
    file: '051-grafana-tanka.yml',
    build: 'tag',
    stages: [
      'release: clone fetch-tags cross publish',
      'docker-amd64: clone fetch-tags static container',
      'docker-arm64: clone fetch-tags static container',
      'manifest < docker-amd64, docker-arm64: clone manifest',
    ],
  },
  {
    file: '070-kleister-kleister-api.yml',
    build: 'pull request',
    stages: [
      'general: clone generate vet staticcheck lint test build',
      'linux: clone generate build finish',
      'windows: clone generate build finish',
      'darwin: clone generate build finish',
    ],
  },
  {
    file: '070-kleister-kleister-api.yml',
    build: 'tag',
    stages: [
      'general: clone generate vet staticcheck lint test build',
      'linux: clone generate build finish gpgsign upload-tag release amd64 i386 arm64v8 arm32v6 manifest microbadger',
      'windows: clone generate build finish gpgsign upload-tag release',
      'darwin: clone generate build finish gpgsign upload-tag release',
      'notification < general, linux, windows, darwin: clone notify',
    ],
  },
  { file: '081-PhasecoreX-docker-red-discordbot.yml', build: 'tag', stages: [] },
];

describe.skipIf(folder === '')('pipeline files of real projects (MILLRACE_TEST_PIPELINES)', () => {
  it.each(expectations)('$file, of a $build', async ({ file, build, stages }) => {
    const facts = JSON.stringify({ ...builds[build], defaultBranch: 'master', trusted: true });
    const args = ['plan', join(folder, file), '--json', '--build', '-'];
    const { stdout } = await execa(process.execPath, [program, ...args], { input: facts });
    expect(readStages(JSON.parse(stdout))).toEqual(stages);
  });

  it.each([
    ['046-DuckSoft-drone-build-qv2ray-alarm.yml', 25, 12],
    ['102-UKHomeOffice-modern-slavery.yml', 52, 7],
    ['004-0xJacky-uozi-docker.yml', 95, 9],
  ])('reports the error in %s at line %i, column %i', async (file, line, column) => {
    const path = join(folder, file);
    expect(readFileSync(path, 'utf8')).not.toBe('');
    const run = await execa(process.execPath, [program, 'lint', path], { reject: false });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain(`${file}:${line}:${column}: error: `);
  });
});

interface PlannedPipeline {
  name: string;
  runs: boolean;
  depends_on: string[];
  steps: { name: string; run: string }[];
}

function readStages(pipelines: PlannedPipeline[]): string[] {
  return pipelines
    .filter(({ runs }) => runs)
    .map(({ name, depends_on: dependsOn, steps }) => {
      const waits = dependsOn.length > 0 ? ` < ${dependsOn.join(', ')}` : '';
      const running = steps.filter((step) => step.run !== 'never').map((step) => step.name);
      return `${name}${waits}: ${running.join(' ')}`;
    });
}
