import { sampleBuild, sampleStage, sampleStep } from '@millrace/contract/testing';
import { expect, it } from 'vitest';
import { foldMatrices } from './fold-matrices.ts';
import { readTimeline } from './timeline-view.ts';

const stages = [
  sampleStage({ number: 1, name: 'lint', status: 'success', started: 100, stopped: 110 }),
  ...['22', '24', '26'].map((version, at) =>
    sampleStage({
      number: at + 2,
      name: `test (${version})`,
      status: at === 1 ? 'failure' : 'success',
      created: 100,
      started: 110 + at,
      stopped: 150 + at * 10,
      steps: [sampleStep({ number: 1, name: 'unit', started: 111, stopped: 140 })],
    }),
  ),
];
const { rows } = readTimeline(sampleBuild({ stages }), 500);

it('shows a matrix as one row, from the first start to the last end', () => {
  const shown = foldMatrices(rows, stages, [], 500);
  expect(shown.map(({ name }) => name)).toEqual(['lint', 'test']);
  expect(shown[1]).toMatchObject({
    count: '2/3',
    status: 'failure',
    spans: [{ from: 110, to: 170 }],
    isCritical: true,
  });
});

it('shows the values of an unfolded matrix', () => {
  const shown = foldMatrices(rows, stages, ['test'], 500);
  expect(shown.map(({ name }) => name)).toEqual([
    'lint',
    'test',
    '22',
    'unit',
    '24',
    'unit',
    '26',
    'unit',
  ]);
});

it('lasts until now while a stage runs', () => {
  const running = stages.map((stage) =>
    stage.number === 4 ? { ...stage, status: 'running' as const, stopped: 0 } : stage,
  );
  const [, matrix] = foldMatrices(rows, running, [], 500);
  expect(matrix?.spans).toEqual([{ phase: 'running', from: 110, to: 500 }]);
});

it('leaves a small matrix as it is', () => {
  const two = stages.slice(0, 3);
  expect(foldMatrices(rows, two, [], 500).map(({ name }) => name)).toEqual([
    'lint',
    'test (22)',
    'unit',
    'test (24)',
    'unit',
  ]);
});
