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

const sequence = [step('a'), step('b', ['a']), step('c', ['b'])];
const diamond = [step('a'), step('b', ['a']), step('c', ['a']), step('d', ['b', 'c'])];

describe('StepGraph', () => {
  it.each<[string, GraphStep[], [string, StepOutcome][], string[]]>([
    ['is done without steps', [], [], ['done']],
    [
      'runs a sequence in order',
      sequence,
      [
        ['a', 'success'],
        ['b', 'success'],
      ],
      ['start a', 'end a', 'start b', 'end b', 'start c'],
    ],
    [
      'skips steps that need success after a failure',
      sequence,
      [['a', 'failure']],
      ['start a', 'end a', 'skip b', 'skip c', 'done'],
    ],
    [
      'continues after an ignored failure',
      sequence,
      [['a', 'ignored']],
      ['start a', 'end a', 'start b'],
    ],
    [
      'runs steps for failures after a failure',
      [step('a'), step('b', ['a']), step('c', ['b'], 'on failure'), step('d', ['c'], 'always')],
      [
        ['a', 'failure'],
        ['c', 'success'],
        ['d', 'success'],
      ],
      ['start a', 'end a', 'skip b', 'start c', 'end c', 'start d', 'end d', 'done'],
    ],
    [
      'skips steps for failures without a failure',
      [step('a'), step('b', ['a'], 'on failure'), step('c', ['b'])],
      [
        ['a', 'success'],
        ['c', 'success'],
      ],
      ['start a', 'end a', 'skip b', 'start c', 'end c', 'done'],
    ],
    [
      'runs independent steps of a graph in parallel',
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
      'lets other running steps finish after a failure',
      diamond,
      [
        ['a', 'success'],
        ['b', 'failure'],
        ['c', 'success'],
      ],
      ['start a', 'end a', 'start b', 'start c', 'end b', 'end c', 'skip d', 'done'],
    ],
    [
      'skips steps that do not depend on the failed step',
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
        'start a',
        'start c',
        'end a',
        'skip b',
        'end c',
        'skip d',
        'skip e',
        'start f',
        'start g',
        'end f',
        'end g',
        'done',
      ],
    ],
    [
      'skips steps that need success after a step that ran despite a failure',
      [step('a'), step('b', ['a'], 'always'), step('c', ['b'])],
      [
        ['a', 'failure'],
        ['b', 'success'],
      ],
      ['start a', 'end a', 'start b', 'end b', 'skip c', 'done'],
    ],
    [
      'skips all steps after the last one, even those that always run',
      [step('a'), step('b', ['a']), step('c', ['b'], 'always')],
      [['a', 'last']],
      ['start a', 'end a', 'skip b', 'skip c', 'done'],
    ],
  ])('%s', (_, steps, outcomes, expected) => {
    expect(play(steps, outcomes)).toEqual(expected);
  });

  it('starts nothing once closed', () => {
    const graph = new StepGraph(sequence);
    graph.close();
    expect(graph.advance()).toEqual({ start: [], skip: sequence });
    expect(graph.isDone).toBe(true);
  });
});
