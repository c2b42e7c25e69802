import { sampleStage, sampleStep } from '@millrace/contract/testing';
import type { Status } from '@millrace/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import { groupStages } from '../../domain-ui/stage-groups.ts';
import { findStages, isQuiet } from './find-stages.ts';

const stage = (number: number, name: string, status: Status, ...steps: string[]) =>
  sampleStage({
    number,
    name,
    status,
    steps: steps.map((step, at) => sampleStep({ number: at + 1, name: step, status: 'success' })),
  });
const stages = [
  stage(1, 'lint', 'success', 'clone', 'biome'),
  stage(2, 'browser (chrome)', 'success', 'clone', 'play'),
  stage(3, 'browser (firefox)', 'failure', 'clone', 'play'),
  stage(4, 'docs', 'error', 'clone', 'Render pages'),
];
const found = (words: string, onlyFailed = false) =>
  findStages(groupStages(stages), { words, onlyFailed }).flatMap((each) =>
    each.found.map(({ stage: { name }, foundSteps }) => [
      name,
      foundSteps?.map((step) => step.name).join() ?? 'all steps',
    ]),
  );

describe('search of stages and steps', () => {
  it('finds stages by their names', () => {
    expect(found('BROWSER (f')).toEqual([['browser (firefox)', 'all steps']]);
    expect(found('brow')).toHaveLength(2);
  });

  it('finds steps, with the stages they are in', () => {
    expect(found(' play ')).toEqual([
      ['browser (chrome)', 'play'],
      ['browser (firefox)', 'play'],
    ]);
    expect(found('pages')).toEqual([['docs', 'Render pages']]);
    expect(found('nothing')).toEqual([]);
  });

  it('leaves only what has failed', () => {
    expect(found('', true).map(([name]) => name)).toEqual(['browser (firefox)', 'docs']);
    expect(found('play', true)).toEqual([['browser (firefox)', 'play']]);
  });

  it('counts a step that is allowed to fail as failed', () => {
    const allowed = sampleStage({
      number: 1,
      name: 'audit',
      status: 'success',
      steps: [sampleStep({ status: 'failure', errignore: true })],
    });
    expect(findStages(groupStages([allowed]), { words: '', onlyFailed: true })).toHaveLength(1);
  });
});

it('looks past what has succeeded, but not past the selected stage', () => {
  const members = groupStages(stages).flatMap((group) => group.members);
  expect(members.map((member) => isQuiet(member, 1))).toEqual([false, true, false, false]);
});
