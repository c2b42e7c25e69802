import { parsePipelineFile } from '@millrace/pipeline';
import { describe, expect, it } from 'vitest';
import { listStarterPipelines, type StarterPipeline } from './starter-pipelines.ts';

const platforms = { exec: { os: 'linux', arch: 'amd64' } };
const kindsOf = (pipelines: StarterPipeline[]) => [...new Set(pipelines.map(({ kind }) => kind))];
const commandsOf = (...files: string[]) =>
  listStarterPipelines(files, platforms)[0]
    ?.text.split('\n')
    .flatMap((line) => /^ {6}- (.*)/.exec(line)?.[1] ?? []);

it.each([
  ['node', ['package.json']],
  ['go', ['go.mod']],
  ['python', ['pyproject.toml']],
  ['python', ['requirements.txt']],
  ['rust', ['Cargo.toml']],
  ['java', ['pom.xml']],
  ['java', ['build.gradle.kts']],
  ['docker', ['Dockerfile']],
])('detects a project of kind %s by %o, and offers a generic pipeline after it', (kind, files) => {
  expect(kindsOf(listStarterPipelines(files, platforms))).toEqual([kind, 'plain']);
});

it('offers a pipeline for each kind of project in a repository', () => {
  const files = ['package.json', 'Dockerfile', 'go.mod', 'README.md'];
  expect(kindsOf(listStarterPipelines(files, platforms))).toEqual([
    'node',
    'go',
    'docker',
    'plain',
  ]);
  expect(kindsOf(listStarterPipelines([], platforms))).toEqual(['plain']);
});

it.each([
  [['package.json'], ['npm install', 'npm run test --if-present']],
  [
    ['package.json', 'package-lock.json'],
    ['npm ci', 'npm run test --if-present'],
  ],
  [
    ['package.json', 'yarn.lock'],
    ['corepack yarn install', 'corepack yarn test'],
  ],
  [
    ['Cargo.toml', 'Cargo.lock'],
    ['cargo build --locked', 'cargo test --locked'],
  ],
  [['pom.xml', 'mvnw'], ['sh mvnw -B verify']],
  [['build.gradle', 'gradlew'], ['sh gradlew build']],
])('uses the tools that %o indicate', (files, commands) => {
  expect(commandsOf(...files)).toEqual(commands);
});

it('lists pipelines for connected runners first, with their platform', () => {
  const arm = { os: 'linux', arch: 'arm64' };
  const [first] = listStarterPipelines(['go.mod'], { docker: arm });
  expect(first?.type).toBe('docker');
  expect(first?.text).toContain('platform:\n  os: linux\n  arch: arm64\n');
  expect(listStarterPipelines([], platforms)[0]?.text).not.toContain('platform');
});

describe('every text', () => {
  const files = ['package.json', 'go.mod', 'pyproject.toml', 'Cargo.toml', 'pom.xml', 'Dockerfile'];
  const locks = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'requirements.txt', 'gradlew'];
  const arm = { os: 'linux', arch: 'arm64' };
  const all = [
    ...listStarterPipelines(files, {}),
    ...locks.flatMap((lock) => listStarterPipelines([...files, lock], { exec: arm, docker: arm })),
    ...listStarterPipelines(['build.gradle'], {}),
  ];
  it.each(all)('for $kind and $type has no warning', ({ type, text }) => {
    const { pipelines, problems } = parsePipelineFile(text);
    expect(problems).toEqual([]);
    expect(pipelines).toMatchObject([{ type, trustProblems: [] }]);
    expect(pipelines[0]?.steps).toHaveLength(1);
  });
});
