import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { convertForeignFile } from '../convert-foreign-file.ts';

const job = (name: string, stage: string, more = '') =>
  `${name}: { stage: ${stage}, image: a, script: [a]${more} }\n`;
const artifacts = ', artifacts: { paths: [dist] }';

function sourcesOf(deploy: string) {
  const text = [
    'stages: [build, test, deploy]\n',
    job('build', 'build', artifacts),
    job('lint', 'build'),
    job('test', 'test', `${artifacts}, needs: []`),
    job('deploy', 'deploy', deploy),
  ].join('');
  const { pipeline = '', notes } = convertForeignFile(text, { path: '.gitlab-ci.yml' }) ?? {};
  const { pipelines, problems } = parsePipelineFile(pipeline);
  const found = pipelines.find(({ name }) => name === 'deploy');
  expect({ problems, notes }).toEqual({ problems: [], notes: [] });
  return { from: found?.artifactsFrom.map(({ pipeline }) => pipeline), on: found?.dependsOn };
}

it('gives a job the artifacts of all earlier stages, for which it waits', () => {
  expect(sourcesOf('')).toEqual({ from: ['build', 'test'], on: ['test', 'build'] });
});

it('gives a job the artifacts of those that it names', () => {
  expect(sourcesOf(', dependencies: [build]')).toMatchObject({ from: ['build'] });
  expect(sourcesOf(', dependencies: []')).toEqual({ from: [], on: ['test'] });
  expect(sourcesOf(', needs: [test]')).toEqual({ from: ['test'], on: ['test'] });
  expect(sourcesOf(', needs: [test, { job: build, artifacts: false }]')).toEqual({
    from: ['test'],
    on: ['test', 'build'],
  });
});
