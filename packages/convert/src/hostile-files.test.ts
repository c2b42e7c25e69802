import { describe, expect, it } from 'vitest';
import { convertForeignFile, ForeignFileError } from './index.ts';

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

const levels = 12;
const githubJob = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n';

/** Files that ask for unbounded work, with the message that refuses them. */
const refused: [name: string, path: string, text: string, message: string][] = [
  ['large', '.gitlab-ci.yml', 'a'.repeat(1_000_001), 'more than 1,000,000 characters'],
  ['deep', '.gitlab-ci.yml', `a: ${'['.repeat(100_000)}`, 'nesting exceeded'],
  ['tags', '.gitlab-ci.yml', `a: ${'!x '.repeat(300_000)}`, 'not valid YAML'],
  [
    'aliases',
    '.gitlab-ci.yml',
    `a0: &a0 [x, x]\n${lines(30, (i) => `a${i + 1}: &a${i + 1} [*a${i}, *a${i}, *a${i}]`)}`,
    'more than 200,000 texts',
  ],
  ['an anchor in itself', '.gitlab-ci.yml', 'a: &a [*a]', 'contains itself'],
  ['no map', '.gitlab-ci.yml', '- a', 'its top level is no map'],
  [
    'many steps',
    '.github/workflows/a.yml',
    `${githubJob}${lines(2_001, () => '      - run: x')}`,
    'more than 2,000 steps',
  ],
  [
    'values that double',
    '.github/workflows/a.yml',
    `on: push\nenv:\n  A0: ${'x'.repeat(100)}\n${lines(40, (i) => `  A${i + 1}: \${{ env.A${i} }}\${{ env.A${i} }}`)}\njobs: { a: { steps: [] } }`,
    'more than 20,000,000 characters',
  ],
  [
    'commands in commands',
    '.circleci/config.yml',
    `version: 2.1\njobs:\n  a:\n    docker: [{ image: a }]\n    steps: [c0]\ncommands:\n${lines(levels, (i) => `  c${i}: { steps: [${`c${i + 1},`.repeat(20)}] }`)}\n  c${levels}: { steps: [run: x] }`,
    'more than 2,000 steps',
  ],
  [
    'templates of templates',
    '.gitlab-ci.yml',
    `${lines(levels, (i) => `.t${i}: [${`!reference [.t${i + 1}],`.repeat(20)}]`)}\n.t${levels}: [x]\na: { script: [!reference [.t0]] }`,
    'templates of the file have more than',
  ],
];

/** Files that would take hours with an expression or a loop of quadratic time. */
const slow: [name: string, path: string, text: string][] = [
  [
    'open expressions',
    '.github/workflows/a.yml',
    `${githubJob}      - run: "${'${{ '.repeat(150_000)}"`,
  ],
  ['open variables', '.gitlab-ci.yml', `a: { script: "\${${'a'.repeat(500_000)}" }`],
  ['spaces', '.gitlab-ci.yml', `a: { script: "x${' '.repeat(500_000)}x" }`],
  [
    'installations',
    '.github/workflows/a.yml',
    `${githubJob}      - run: "${'npm i '.repeat(150_000)}"`,
  ],
  [
    'hashes',
    '.github/workflows/a.yml',
    `${githubJob}      - { uses: actions/cache@v4, with: { path: a, key: "${'${{hashFiles('.repeat(50_000)}" } }`,
  ],
  ['unknown keys', '.gitlab-ci.yml', `a:\n  script: x\n${lines(60_000, (i) => `  k${i}: v`)}`],
  [
    'extended jobs',
    '.gitlab-ci.yml',
    `${lines(200, (i) => `.j${i}: { extends: [.j${i + 1}, .j${i + 1}] }`)}\na: { extends: .j0, script: x }`,
  ],
];

describe('a hostile file', () => {
  it.each(refused)('with %s is refused', (_, path, text, message) => {
    expect(() => convertForeignFile(text, { path })).toThrow(ForeignFileError);
    expect(() => convertForeignFile(text, { path })).toThrow(message);
  });

  it.each(slow)('with many %s is converted', (_, path, text) => {
    expect(convertForeignFile(text, { path })).toBeDefined();
  });
});

describe('a file of no other system', () => {
  it.each([
    ['kind: pipeline\nname: a\nsteps: []'],
    ['pipeline:\n  build: { image: go, commands: [go build] }'],
    ['local a = 1; { kind: "pipeline" }'],
    ['def main(ctx):\n  return {}'],
    [''],
    ['a: ['],
    ['x'.repeat(2_000_000)],
  ])('%.20s is left alone', (text) => {
    expect(convertForeignFile(text)).toBeUndefined();
  });
});
