import { describe, expect, it } from 'vitest';
import { sampleBuild, sampleStage, sampleStep } from '../../testing/samples.ts';
import { layOutBuild, markerSize, nodeSize } from './graph-layout.ts';

const steps = [
  sampleStep({ number: 1, name: 'clone' }),
  sampleStep({ number: 2, name: 'test', depends_on: ['clone'] }),
  sampleStep({ number: 3, name: 'lint', depends_on: ['clone'], status: 'skipped' }),
];
const build = sampleBuild({
  stages: [
    sampleStage({ number: 1, name: 'build', steps }),
    sampleStage({ number: 2, name: 'deploy', depends_on: ['build'], steps: [] }),
  ],
});
const layout = layOutBuild(build, { stage: 1, step: 2 });
const node = (id: string) => layout.nodes.find((candidate) => candidate.id === id);

describe('the graph of a build', () => {
  it('leads from a start over what depends on each other to a stop', () => {
    expect(layout.edges.map(({ id }) => id).sort()).toEqual([
      'stage:build→stage:deploy',
      'stage:deploy→stop:stage',
      'start:stage→stage:build',
      'start:step→step:clone',
      'step:clone→step:lint',
      'step:clone→step:test',
      'step:lint→stop:step',
      'step:test→stop:step',
    ]);
  });

  it('has stages above and steps below, each of its size', () => {
    expect(node('stage:build')).toMatchObject(nodeSize);
    expect(node('start:step')).toMatchObject({ width: markerSize, height: markerSize });
    const lowestStage = Math.max(node('stage:build')?.y ?? 0, node('stage:deploy')?.y ?? 0);
    expect(node('step:clone')?.y).toBeGreaterThan(lowestStage + nodeSize.height);
    expect(node('step:test')?.y).not.toBe(node('step:lint')?.y);
    expect(node('step:test')?.x).toBeGreaterThan(node('step:clone')?.x ?? 0);
  });

  it('knows what is selected and what may be', () => {
    expect(node('stage:build')).toMatchObject({ isSelected: true, canSelect: true });
    expect(node('step:test')).toMatchObject({ isSelected: true, canSelect: true });
    expect(node('step:lint')).toMatchObject({ isSelected: false, canSelect: false });
  });

  it('puts steps without dependencies one after the other', () => {
    const plain = [sampleStep({ number: 1, name: 'a' }), sampleStep({ number: 2, name: 'b' })];
    const { edges } = layOutBuild(sampleBuild({ stages: [sampleStage({ steps: plain })] }), {
      stage: 1,
      step: 1,
    });
    expect(edges.map(({ id }) => id)).toContain('step:a→step:b');
  });

  it('draws a build without stages', () => {
    expect(layOutBuild(sampleBuild({ stages: [] }), { stage: 1, step: 1 }).nodes).toHaveLength(2);
  });
});
