import { describe, expect, it } from 'vitest';
import { findCycle } from './find-cycle.ts';
import { pipelineLimits } from './limits.ts';
import { parsePipelineFile } from './parse-pipeline-file.ts';

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('');
const pipeline = (index: number) =>
  `kind: pipeline\nname: p${index}\ndepends_on: [${index > 0 ? `p${index - 1}` : ''}]\nsteps: [{ name: a, image: b }]\n---\n`;
const step = (index: number) => `- { name: s${index}, image: b }\n`;

function errorsOf(text: string): string[] {
  return parsePipelineFile(text, { values: { A: 'x'.repeat(100_000) } })
    .problems.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message);
}

describe('a file that exceeds a limit is rejected with the reason', () => {
  const steps = 'kind: pipeline\nsteps:\n';
  const aliased = `.a: &a [${'x, '.repeat(1000)}]\nkind: pipeline\nsteps:\n`;
  it.each([
    ['12 MB', `${steps}- name: a\n  commands:\n${'  - echo much\n'.repeat(900_000)}`, 'characters'],
    ['100,000 steps', steps + '- {name: a}\n'.repeat(80_000), 'steps and services'],
    ['2,000 pipelines', many(300, pipeline), 'pipelines'],
    ['many documents', `${'a: b\n---\n'.repeat(501)}`, 'documents'],
    ['many aliases', `.a: &a 1\n.b: [${'*a, '.repeat(5001)}]\n${steps}`, 'aliases'],
    [
      'texts behind aliases',
      aliased + many(201, (index) => `- { name: s${index}, commands: *a }\n`),
      'texts, those behind aliases counted each time',
    ],
    [
      'long values',
      `${steps}- name: a\n  commands: [${'"${A}", '.repeat(201)}]\n`,
      'characters, with aliases and values expanded',
    ],
    ['depth', `kind: pipeline\na: ${'['.repeat(50_000)}`, 'nests too deeply'],
  ])('%s', (_, text, what) => {
    expect(errorsOf(text)).toContainEqual(expect.stringContaining(what));
  });

  it('a file at a limit is accepted', () => {
    expect(errorsOf(steps + many(pipelineLimits.steps, step))).toEqual([]);
    expect(errorsOf(many(pipelineLimits.pipelines, pipeline))).toEqual([]);
  });
});

it('reports only the first of very many problems', () => {
  const text = `kind: pipeline\nsteps: []\n${many(50_000, (index) => `k${index}: 1\n`)}`;
  const { problems } = parsePipelineFile(text);
  expect(problems[0]?.message).toBe('unknown key "k0" in a pipeline');
  expect(problems.length).toBeLessThan(100);
});

it('leaves unterminated and too deeply nested expressions unchanged', () => {
  const text = (source: string) =>
    `kind: pipeline\nsteps: [{ name: a, commands: ['${source}'] }]\n`;
  const read = (source: string) =>
    parsePipelineFile(text(source), { values: {} }).pipelines[0]?.steps[0]?.commands[0];
  const open = '${A'.repeat(100_000);
  expect(read(open)).toBe(open);
  const nested = `${'${A:-'.repeat(20_000)}x${'}'.repeat(20_000)}`;
  expect(read(nested)?.length).toBeLessThanOrEqual(nested.length);
});

describe('findCycle', () => {
  const chain = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `${index}`,
      dependsOn: index > 0 ? [`${index - 1}`] : [],
    }));
  it('handles long chains, and chains with many common nodes', () => {
    expect(findCycle(chain(100_000))).toBeUndefined();
    const ladder = Array.from({ length: 500 }, (_, index) => ({
      name: `${index}`,
      dependsOn: Array.from({ length: Math.min(index, 20) }, (_, back) => `${index - back - 1}`),
    }));
    expect(findCycle(ladder)).toBeUndefined();
  });

  it.each([
    [{ a: ['b'], b: ['a'] }, ['a', 'b', 'a']],
    [{ a: ['a'] }, ['a', 'a']],
    [{ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }, ['b', 'd', 'b']],
    [{ a: ['gone'] }, undefined],
  ])('of %j is %j', (graph, expected) => {
    const nodes = Object.entries(graph).map(([name, dependsOn]) => ({ name, dependsOn }));
    expect(findCycle(nodes)).toEqual(expected);
  });
});
