import type { Build } from '@millrace/contract/api';
import { sampleBuild, sampleStage, sampleStep } from '@millrace/contract/testing';
import { describe, expect, it } from 'vitest';
import { waitingMessages } from '../../domain-ui/waiting-messages.ts';
import { textsIn } from '../../lib/i18n/texts.ts';
import { layOutGraph, markerSize, nodeSize } from './graph-layout.ts';
import { describeNodes } from './graph-nodes.ts';
import { foldableMatrices, structureOf } from './graph-structure.ts';

const textWidth = (text: string) => 6 * text.length;

function layOutBuild(shown: Build, selected: { stage: number; step: number }, folded?: string[]) {
  const { nodes, edges } = layOutGraph(structureOf(shown, selected.stage, folded), textWidth);
  return { nodes: describeNodes(nodes, shown, selected, textsIn('en', waitingMessages)), edges };
}

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

describe('layout of a build graph', () => {
  it('connects dependencies from the start node to the stop node', () => {
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

  it('places steps below stages, with the size of each kind of node', () => {
    expect(node('stage:build')).toMatchObject({
      width: nodeSize.minWidth,
      height: nodeSize.height,
    });
    expect(node('start:step')).toMatchObject({ width: markerSize, height: markerSize });
    const lowestStage = Math.max(node('stage:build')?.y ?? 0, node('stage:deploy')?.y ?? 0);
    expect(node('step:clone')?.y).toBeGreaterThan(lowestStage + nodeSize.height);
    expect(node('step:test')?.y).not.toBe(node('step:lint')?.y);
    expect(node('step:test')?.x).toBeGreaterThan(node('step:clone')?.x ?? 0);
  });

  it('marks nodes as selected and as selectable', () => {
    expect(node('stage:build')).toMatchObject({ isSelected: true, canSelect: true });
    expect(node('step:test')).toMatchObject({ isSelected: true, canSelect: true });
    expect(node('step:lint')).toMatchObject({ isSelected: false, canSelect: false });
  });

  it('connects steps without dependencies in sequence', () => {
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

  it('does not change if only statuses change', () => {
    const running = sampleBuild({
      stages: build.stages?.map((stage) => ({ ...stage, status: 'running', version: 7 })) ?? [],
    });
    expect(structureOf(running, 1)).toEqual(structureOf(build, 1));
  });

  it('routes an edge that skips a column around its nodes', () => {
    const names = ['a', 'b', 'a name that is much longer than its neighbours', 'd', 'e'];
    const chain = names.map((name, at) =>
      sampleStage({
        number: at + 1,
        name,
        depends_on: names.slice(0, at).filter((_, before) => before === at - 1 || before % 2 === 0),
      }),
    );
    const { nodes, edges } = layOutGraph(structureOf(sampleBuild({ stages: chain }), 1), textWidth);
    for (const { source, target, path } of edges) {
      for (const { x, y } of pointsOf(path)) {
        const hit = nodes.find(
          ({ id, ...box }) =>
            id !== source &&
            id !== target &&
            x > box.x &&
            x < box.x + box.width &&
            y > box.y &&
            y < box.y + box.height,
        );
        expect(hit?.id, `${source} to ${target} at ${x},${y}`).toBeUndefined();
      }
    }
  });
});

/** Points along a path of curves and straight lines. */
function pointsOf(path: string): { x: number; y: number }[] {
  const pieces = [...path.matchAll(/([MLC])([^MLC]+)/g)].map(([, kind, numbers = '']) => ({
    kind,
    values: numbers.split(/[ ,]/).map(Number),
  }));
  let at = { x: 0, y: 0 };
  return pieces.flatMap(({ kind, values }) => {
    const from = at;
    const [x = 0, y = 0] = values.slice(-2);
    at = { x, y };
    if (kind === 'M') return [];
    const [x1 = x, y1 = y, x2 = x, y2 = y] = kind === 'C' ? values : [from.x, from.y];
    return Array.from({ length: 21 }, (_, part) => {
      const t = part / 20;
      const along = (a: number, b: number, c: number, d: number) =>
        a * (1 - t) ** 3 + 3 * b * (1 - t) ** 2 * t + 3 * c * (1 - t) * t ** 2 + d * t ** 3;
      return { x: along(from.x, x1, x2, x), y: along(from.y, y1, y2, y) };
    });
  });
}

it('says when the stages of a matrix are decided', () => {
  const waiting = { status: 'waiting_on_dependencies' as const, depends_on: ['plan'] };
  const open = sampleStage({ number: 2, name: 'test', placeholder: true, ...waiting });
  const stages = [sampleStage({ number: 1, name: 'plan' }), open];
  const { nodes } = layOutBuild(sampleBuild({ stages }), { stage: 1, step: 1 });
  expect(nodes.find(({ id }) => id === 'stage:test')).toMatchObject({
    label: 'test (…)',
    note: 'The stages of its matrix are decided when plan has finished.',
  });
  expect(nodes.find(({ id }) => id === 'stage:plan')).toMatchObject({
    label: 'plan',
    note: undefined,
  });
});

describe('matrix in the graph', () => {
  const stages = [
    sampleStage({ number: 1, name: 'compile' }),
    ...['chrome', 'edge', 'firefox'].map((browser, at) =>
      sampleStage({
        number: at + 2,
        name: `browser (${browser})`,
        status: at === 1 ? 'failure' : 'success',
        depends_on: ['compile'],
      }),
    ),
    sampleStage({
      number: 5,
      name: 'deploy',
      depends_on: ['browser (chrome)', 'browser (edge)', 'browser (firefox)'],
    }),
  ];
  const matrix = sampleBuild({ stages });

  it('is one node, with the state of all its stages', () => {
    expect(foldableMatrices(matrix)).toEqual(['browser']);
    const { nodes, edges } = layOutBuild(matrix, { stage: 4, step: 1 }, ['browser']);
    expect(edges.filter(({ id }) => id.includes('stage:')).map(({ id }) => id)).toEqual([
      'start:stage→stage:compile',
      'stage:compile→stage:browser (chrome)',
      'stage:browser (chrome)→stage:deploy',
      'stage:deploy→stop:stage',
    ]);
    expect(nodes.find(({ kind }) => kind === 'matrix')).toMatchObject({
      label: 'browser 2/3',
      status: 'failure',
      stage: 3,
      isSelected: true,
      canSelect: true,
    });
  });

  it('is unfolded into nodes that are as wide as their names', () => {
    const { nodes } = layOutBuild(matrix, { stage: 1, step: 1 });
    const unfolded = nodes.filter(({ row, kind }) => row === 'stage' && kind === 'stage');
    expect(unfolded).toHaveLength(5);
    expect(unfolded.find(({ name }) => name === 'browser (firefox)')?.width).toBeGreaterThan(
      'browser (firefox)'.length * 6,
    );
  });

  it('of two stages stays unfolded', () => {
    expect(foldableMatrices(sampleBuild({ stages: stages.slice(0, 3) }))).toEqual([]);
  });
});
