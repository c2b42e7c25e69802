import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePipelineFile } from '@millrace/pipeline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { convertForeignFile } from '../index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'convert-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the commands of each step as a runner does, in a new shell; returns what they print. */
function run(path: string, text: string) {
  const { pipeline = '' } = convertForeignFile(text, { path }) ?? {};
  const { pipelines, problems } = parsePipelineFile(pipeline, { values: {} });
  expect(problems).toEqual([]);
  return (pipelines[0]?.steps ?? []).map(({ commands }) => {
    const { stdout, status } = spawnSync('sh', ['-e', '-c', commands.join('\n')], {
      encoding: 'utf8',
      input: 'input',
      env: {
        ...process.env,
        DRONE_OUTPUT: join(folder, 'output'),
        BASH_ENV: join(folder, 'bash_env'),
      },
    });
    return { stdout: stdout.trim().split('\n'), status };
  });
}

const github = (steps: string) =>
  run(
    '.github/workflows/ci.yml',
    `on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n${steps}`,
  );

const circleci = (steps: string) =>
  run(
    '.circleci/config.yml',
    `jobs:\n  test:\n    docker: [{ image: cimg/base:2026.01 }]\n    steps:\n      - checkout\n${steps}workflows: { main: { jobs: [test] } }\n`,
  );

it('runs all of a script for bash whose programs read standard input', () => {
  const script = '      - run: |\n          [[ -d / ]]\n          cat\n          echo end\n';
  expect(github(script)).toEqual([{ stdout: ['inputend'], status: 0 }]);
});

it.each([
  { shell: undefined, status: 0 },
  { shell: 'bash', status: 1 },
  { shell: 'bash -e {0}', status: 0 },
  { shell: '/usr/bin/bash --noprofile --norc -eo pipefail {0}', status: 1 },
  { shell: 'sh', status: 0 },
])('a pipe with a failing program on GitHub, in $shell', ({ shell, status }) => {
  const suffix = shell === undefined ? '' : `        shell: ${shell}\n`;
  expect(github(`      - run: false | cat\n${suffix}`)).toMatchObject([{ status }]);
});

it('fails in a pipe with a failing program on CircleCI', () => {
  expect(circleci('      - run: false | cat\n')).toMatchObject([{ status: 1 }]);
  expect(circleci('      - run: { command: false | cat, shell: /bin/sh }\n')).toMatchObject([
    { status: 0 },
  ]);
});

it('gives the variables of a step of CircleCI to later ones', () => {
  const steps = `      - run: echo 'export VERSION="1 2"' >> $BASH_ENV
      - run: test "$VERSION" = "1 2" && echo end
      - store_artifacts: { path: a }
      - run: { command: 'echo $VERSION', when: always }
`;
  expect(circleci(steps)).toEqual([
    { stdout: ['end'], status: 0 },
    { stdout: ['1 2'], status: 0 },
  ]);
});

it('starts each of the joined steps in the clone folder, with a new shell', () => {
  const steps = `      - run: |
          echo go install
          cd /
          LEVEL=1
          set +e
      - run: echo "[$LEVEL]"
        working-directory: ..
      - run: test "$PWD" != /
      - run: |
          false
          echo end
`;
  expect(github(steps)).toEqual([{ stdout: ['go install', '[]'], status: 1 }]);
});

it('gives joined steps the outputs of those before them', () => {
  const steps = `      - run: |
          echo go install
          echo "VERSION=1 2" >> $GITHUB_ENV
          echo "not-a-name=1" >> $GITHUB_ENV
      - run: echo "$VERSION"
`;
  expect(github(steps)).toEqual([{ stdout: ['go install', '1 2'], status: 0 }]);
});

it('adds folders to the path of later steps', () => {
  const steps = `      - run: |
          echo "$HOME/a/bin" >> $GITHUB_PATH
          echo /b/bin >> "\${GITHUB_PATH}"
      - run: echo "\${PATH%/a/bin:*}"
`;
  expect(github(steps)).toEqual([{ stdout: [`/b/bin:${homedir()}`], status: 0 }]);
});

it.each([
  { script: 'exit 3', status: 3 },
  { script: 'exit 0', status: 0 },
])('runs after_script of GitLab beside the programs of the job ($status)', ({ script, status }) => {
  const text = `test:\n  script:\n    - 'echo go install; ${script}'\n  after_script:\n    - echo after\n    - 'false'\n`;
  expect(run('.gitlab-ci.yml', text)).toEqual([{ stdout: ['go install', 'after'], status }]);
});
