import { parsePipelineFile } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { convertForeignFile } from '../convert-foreign-file.ts';

const planJob = `plan:
    runs-on: ubuntu-latest
    outputs: { targets: '\${{ steps.list.outputs.names }}' }
    steps:
      - id: list
        run: echo 'names=["api", "web"]' >> "$GITHUB_OUTPUT"`;

const convert = (matrix: string, { plan = planJob, needs = 'plan' } = {}) => {
  const text = `on: push
jobs:
  ${plan}
  test:
    needs: [${needs}]
    runs-on: ubuntu-latest
    strategy:
      matrix: ${matrix}
    steps:
      - run: make \${{ matrix.target }}
`;
  const { pipeline = '' } = convertForeignFile(text, { path: '.github/workflows/a.yml' }) ?? {};
  const { pipelines, problems } = parsePipelineFile(pipeline);
  return { pipeline, test: pipelines.find(({ name }) => name === 'test'), problems };
};

it.each([
  "{ target: '${{ fromJSON(needs.plan.outputs.targets) }}' }",
  "{ target: '${{ fromJson( needs.plan.outputs.targets ) }}', go: [1, 2] }",
])('converts the list from an output in %s', (matrix) => {
  const { test, problems } = convert(matrix);
  expect(problems).toEqual([]);
  expect(test?.matrixSources).toEqual([{ variable: 'TARGET', pipeline: 'plan', output: 'names' }]);
  expect(test?.steps[0]?.commands.join()).toContain('make ${TARGET}');
});

const target = "{ target: '${{ fromJSON(needs.plan.outputs.targets) }}' }";
it.each<[string, string, Parameters<typeof convert>[1]]>([
  ['a whole matrix from an output', "'${{ fromJSON(needs.plan.outputs.targets) }}'", {}],
  ['a list of another kind', "{ target: '${{ fromJSON(inputs.targets) }}' }", {}],
  ['a job that it does not need', target, { needs: '' }],
  ['an output that no step has', target, { plan: planJob.replace('steps.list', 'env') }],
  [
    'a job with a matrix',
    target,
    { plan: planJob.replace('outputs:', 'strategy: { matrix: { a: [1, 2] } }\n    outputs:') },
  ],
  [
    'a job without steps here',
    target,
    { plan: planJob.replace(/- id: list\n.*/s, '- { id: list, uses: actions/checkout@v4 }') },
  ],
])('leaves a comment for %s', (_, matrix, options) => {
  const { pipeline, test, problems } = convert(matrix, options);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(test?.matrixSources).toEqual([]);
  expect(pipeline).toMatch(/# Not converted: the matrix/);
});
