import type { Stage } from '@millrace/contract/api';
import { sampleStage } from '@millrace/contract/testing';
import { describe, expect, it } from 'vitest';
import { firstToOpen, groupCount, groupStages, groupStatus, groupTimes } from './stage-groups.ts';

const stagesOf = (...names: string[]) =>
  names.map((name, at) => sampleStage({ number: at + 1, name, status: 'success' }));
const shape = (stages: Stage[]) =>
  groupStages(stages).map(({ name, members }) => [name, ...members.map(({ label }) => label)]);

describe('groups of stages', () => {
  it('puts the stages of a matrix together, with their values', () => {
    expect(
      shape(stagesOf('lint', 'test (22, linux)', 'docs', 'test (24, linux)', 'other (1)')),
    ).toEqual([
      ['lint', 'lint'],
      ['test', '22, linux', '24, linux'],
      ['docs', 'docs'],
      ['other (1)', 'other (1)'],
    ]);
  });

  it.each([
    ['parentheses in a value', ['t (f(x))', 't (g(x))'], [['t', 'f(x)', 'g(x)']]],
    ['a name with parentheses', ['a (b) (1)', 'a (b) (2)'], [['a (b)', '1', '2']]],
    [
      'no text before the values',
      ['(1)', '(2)'],
      [
        ['(1)', '(1)'],
        ['(2)', '(2)'],
      ],
    ],
    [
      'two stages of one name',
      ['a', 'a'],
      [
        ['a', 'a'],
        ['a', 'a'],
      ],
    ],
    [
      'a stage with the name of the matrix',
      ['t', 't (1)', 't (2)'],
      [
        ['t', 't'],
        ['t', '1', '2'],
      ],
    ],
    ['no stages', [], []],
  ])('reads %s', (_, names, expected) => {
    expect(shape(stagesOf(...names))).toEqual(expected);
  });
});

describe('state of a group', () => {
  const groupOf = (...stages: Partial<Stage>[]) => ({
    name: 'test',
    isMatrix: true,
    members: stages.map((stage, at) => ({
      label: String(at),
      stage: sampleStage({ number: at + 1, ...stage }),
    })),
  });

  it.each([
    [['success', 'failure', 'running'], 'failure', '1/3', 2],
    [['success', 'running', 'pending'], 'running', '1/3', 2],
    [['success', 'pending'], 'pending', '1/2', 1],
    [['success', 'killed'], 'killed', '1/2', 1],
    [['success', 'skipped'], 'success', '1/2', 1],
    [['skipped', 'skipped'], 'skipped', '0/2', 1],
    [['success', 'success'], 'success', '2/2', 1],
  ] as const)('of %j is %s', (statuses, status, count, opened) => {
    const group = groupOf(...statuses.map((each) => ({ status: each })));
    expect(groupStatus(group)).toBe(status);
    expect(groupCount(group)).toBe(count);
    expect(firstToOpen(group)?.number).toBe(opened);
  });

  it('never shows a failure that is allowed as a plain success', () => {
    const group = groupOf({ status: 'success' }, { status: 'failure', errignore: true });
    expect(groupStatus(group)).toBe('allowed_failure');
  });

  it('lasts from the first start to the last end', () => {
    const ended = { status: 'success', started: 100, stopped: 160 } as const;
    expect(groupTimes(groupOf(ended, { ...ended, started: 90, stopped: 170 }))).toEqual({
      started: 90,
      stopped: 170,
    });
    expect(groupTimes(groupOf(ended, { status: 'running', started: 120, stopped: 0 }))).toEqual({
      started: 100,
      stopped: 0,
    });
    expect(groupTimes(groupOf(ended, { status: 'pending', started: 0, stopped: 0 }))).toEqual({
      started: 100,
      stopped: 0,
    });
    expect(groupTimes(groupOf({ status: 'pending', started: 0, stopped: 0 }))).toEqual({
      started: 0,
      stopped: 0,
    });
  });
});
