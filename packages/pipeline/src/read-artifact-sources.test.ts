import { expect, it } from 'vitest';
import { findOwnKeys } from './own-keys.ts';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';

const pipeline = (name: string, more = '') =>
  `---\nkind: pipeline\ntype: exec\nname: ${name}\n${more}steps: [{ name: a, commands: [a] }]\n`;

function read(artifactsFrom: string, more = 'depends_on: [test]\n') {
  const text = [
    pipeline('build', 'matrix: { GO: ["1.2", "1.3"] }\n'),
    pipeline('test', 'depends_on: [build]\n'),
    pipeline('deploy', `${more}artifacts_from: ${artifactsFrom}\n`),
    pipeline('other'),
  ].join('');
  const { pipelines, problems } = parsePipelineFile(text);
  const deploy = pipelines.find(({ name }) => name === 'deploy');
  return { deploy, sources: deploy?.artifactsFrom, problems: problems.map(formatProblem) };
}

it('reads names, and maps with patterns and a folder', () => {
  const { sources, problems, deploy } = read(
    "[build, { pipeline: test, paths: ./dist, to: ./from//test }, { pipeline: test, paths: ['*'] }]",
  );
  expect(problems).toEqual([]);
  expect(sources).toEqual([
    { pipeline: 'build', stages: ['build (1.2)', 'build (1.3)'], paths: [], to: '' },
    { pipeline: 'test', stages: ['test'], paths: ['dist'], to: 'from/test' },
    { pipeline: 'test', stages: ['test'], paths: ['*'], to: '' },
  ]);
  expect(deploy && findOwnKeys(deploy)).toEqual(['artifacts_from']);
});

it('reads one entry without a list, and none', () => {
  expect(read('test').sources).toMatchObject([{ pipeline: 'test' }]);
  expect(read('{ pipeline: test }').sources).toMatchObject([{ pipeline: 'test', to: '' }]);
  for (const none of ['', '[]']) expect(read(none)).toMatchObject({ sources: [], problems: [] });
});

it.each([
  [
    'other',
    'document 3, line 18, column 17: artifacts_from: "deploy" does not depend on "other"; add it to depends_on',
  ],
  [
    '[test, { pipeline: deploy }]',
    'document 3, line 18, column 24: artifacts_from: "deploy" does not depend on "deploy"; add it to depends_on',
  ],
  ['[{ paths: a }]', 'document 3, line 18, column 18: artifacts_from[0].pipeline is missing'],
  [
    '{ pipeline: test, paths: ../a }',
    'document 3, line 18, column 42: artifacts_from.paths must be a path inside the workspace, not "../a"',
  ],
  ...['/etc', '../a', '.'].map((folder) => [
    `{ pipeline: test, to: ${folder} }`,
    `document 3, line 18, column 39: artifacts_from.to must be a folder inside the workspace, not "${folder}"`,
  ]),
])('rejects %s', (artifactsFrom, problem) => {
  expect(read(artifactsFrom).problems).toEqual([problem]);
});

it('reserves the name of the step that downloads them', () => {
  const step = (name: string) =>
    `${pipeline('build')}---\nkind: pipeline\ntype: exec\nname: b\ndepends_on: [build]\nartifacts_from: build\nsteps: [{ name: ${name}, commands: [a] }]\n`;
  expect(parsePipelineFile(step('download')).problems).toEqual([]);
  expect(parsePipelineFile(step('download-artifacts')).problems.map(formatProblem)).toEqual([
    'document 2, line 12, column 9: no step may be named "download-artifacts" if the pipeline has artifacts_from',
  ]);
});
