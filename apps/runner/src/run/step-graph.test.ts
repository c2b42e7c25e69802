import { describe, expect, it } from 'vitest';
import { type GraphStep, StepGraph, type StepOutcome } from './step-graph.ts';

type Policy = 'on success' | 'on failure' | 'always';

function step(name: string, dependsOn: string[] = [], policy: Policy = 'on success'): GraphStep {
  return {
    name,
    dependsOn,
    runsOnSuccess: policy !== 'on failure',
    runsOnFailure: policy !== 'on success',
  };
}

/** Finishes steps with these outcomes in this order, and records the decisions of the graph. */
function play(steps: GraphStep[], outcomes: [string, StepOutcome][]): string[] {
  const graph = new StepGraph(steps);
  const log: string[] = [];
  const advance = () => {
    const { start, skip } = graph.advance();
    log.push(...skip.map(({ name }) => `skip ${name}`));
    log.push(...start.map(({ name }) => `start ${name}`));
  };
  advance();
  for (const [name, outcome] of outcomes) {
    const finished = steps.find((candidate) => candidate.name === name);
    if (!finished) throw new Error(`there is no step ${name}`);
    graph.finish(finished, outcome);
    log.push(`end ${name}`);
    advance();
  }
  return graph.isDone ? [...log, 'done'] : log;
}

const row = [step('a'), step('b', ['a']), step('c', ['b'])];
const diamond = [step('a'), step('b', ['a']), step('c', ['a']), step('d', ['b', 'c'])];

describe('StepGraph', () => {
  it.each<[string, GraphStep[], [string, StepOutcome][], string[]]>([
    ['nothing to do', [], [], ['done']],
    [
      'a row',
      row,
      [
        ['a', 'success'],
        ['b', 'success'],
      ],
      ['start a', 'end a', 'start b', 'end b', 'start c'],
    ],
    [
      'a failure skips what needs success',
      row,
      [['a', 'failure']],
      ['start a', 'end a', 'skip b', 'skip c', 'done'],
    ],
    [
      'continues after an ignored failure',
      row,
      [['a', 'ignored']],
      ['start a', 'end a', 'start b'],
    ],
    [
      'steps for failures run after one',
      [step('a'), step('b', ['a']), step('c', ['b'], 'on failure'), step('d', ['c'], 'always')],
      [
        ['a', 'failure'],
        ['c', 'success'],
        ['d', 'success'],
      ],
      ['start a', 'end a', 'skip b', 'start c', 'end c', 'start d', 'end d', 'done'],
    ],
    [
      'steps for failures are skipped without one',
      [step('a'), step('b', ['a'], 'on failure'), step('c', ['b'])],
      [
        ['a', 'success'],
        ['c', 'success'],
      ],
      ['start a', 'end a', 'skip b', 'start c', 'end c', 'done'],
    ],
    [
      'a diamond',
      diamond,
      [
        ['a', 'success'],
        ['c', 'success'],
        ['b', 'success'],
        ['d', 'success'],
      ],
      ['start a', 'end a', 'start b', 'start c', 'end c', 'end b', 'start d', 'end d', 'done'],
    ],
    [
      'a failure while another step runs',
      diamond,
      [
        ['a', 'success'],
        ['b', 'failure'],
        ['c', 'success'],
      ],
      ['start a', 'end a', 'start b', 'start c', 'end b', 'end c', 'skip d', 'done'],
    ],
    [
      'a failure skips steps that do not depend on it',
      [
        step('a'),
        step('b', ['a']),
        step('c'),
        step('d', ['c']),
        step('e', ['b', 'd']),
        step('f', ['d'], 'on failure'),
        step('g', ['e'], 'always'),
      ],
      [
        ['a', 'failure'],
        ['c', 'success'],
        ['f', 'success'],
        ['g', 'success'],
      ],
      [
        ...['start a', 'start c', 'end a', 'skip b', 'end c', 'skip d', 'skip e'],
        ...['start f', 'start g', 'end f', 'end g', 'done'],
      ],
    ],
    [
      'steps after one that ran despite a failure need success of all',
      [step('a'), step('b', ['a'], 'always'), step('c', ['b'])],
      [
        ['a', 'failure'],
        ['b', 'success'],
      ],
      ['start a', 'end a', 'start b', 'end b', 'skip c', 'done'],
    ],
    [
      'the last step skips even what runs always',
      [step('a'), step('b', ['a']), step('c', ['b'], 'always')],
      [['a', 'last']],
      ['start a', 'end a', 'skip b', 'skip c', 'done'],
    ],
  ])('%s', (_, steps, outcomes, expected) => {
    expect(play(steps, outcomes)).toEqual(expected);
  });

  it('starts nothing once closed', () => {
    const graph = new StepGraph(row);
    graph.close();
    expect(graph.advance()).toEqual({ start: [], skip: row });
    expect(graph.isDone).toBe(true);
  });
});
