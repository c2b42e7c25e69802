import { expect, it } from 'vitest';
import { pipelineFolderOf, pipelinePathsIn } from './pipeline-folder.ts';

it.each([
  ['.drone.yml', '.drone', '.drone'],
  ['ci/build.yaml', 'ci', 'ci'],
  ['.drone.yml', '', undefined],
  ['.drone.star', '.drone', undefined],
  ['.drone.jsonnet', '.drone', undefined],
])('with %s and the folder %j reads %j', (configPath, configFolder, folder) => {
  expect(pipelineFolderOf({ configPath, configFolder })).toBe(folder);
});

it('lists YAML files in the order of their names, without the pipeline file itself', () => {
  const names = ['b.yml', 'a.yaml', 'B.yml', 'main.yml', 'c.yml.bak', 'run.sh', 'd.star'];
  expect(pipelinePathsIn('ci', names, 'ci/main.yml')).toEqual([
    'ci/B.yml',
    'ci/a.yaml',
    'ci/b.yml',
  ]);
});
