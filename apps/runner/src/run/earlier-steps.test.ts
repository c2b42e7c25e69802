import type { Step } from '@millrace/contract/api';
import { sampleStep } from '@millrace/contract/testing';
import { describe, expect, it } from 'vitest';
import type { PlannedStep } from '../plan/stage-plan.ts';
import { earlierSteps } from './earlier-steps.ts';

const container = {} as NonNullable<PlannedStep['container']>;
const clone: Partial<PlannedStep> = {};
const build = { container };
const cached = { container, caches: [{ key: 'all', restoreKeys: [], paths: ['cache'] }] };
const restore = { ...cached, fileWork: 'restore' as const };
const save = { ...cached, fileWork: 'save' as const };

/** Whether the stage can go on, by the only steps that the server knows, and those that were started. */
function goesOn(steps: [Partial<PlannedStep>, Step['status']][], started: number[]): boolean {
  const planned = steps.map(([step], at) => ({ ...step, number: at + 1 }) as PlannedStep);
  const stored = steps.map(([, status], at) => sampleStep({ number: at + 1, status }));
  const orphaned = new Map(started.map((number) => [number, undefined]));
  try {
    earlierSteps(stored, { steps: planned }, orphaned);
    return true;
  } catch (error) {
    expect(String(error)).toContain('The runner restarted');
    return false;
  }
}

describe('a stage of a runner that restarts', () => {
  it.each<[string, [Partial<PlannedStep>, Step['status']][], number[], boolean]>([
    [
      'a step runs',
      [
        [clone, 'success'],
        [build, 'running'],
      ],
      [2],
      true,
    ],
    [
      'a step had not begun in its container',
      [
        [build, 'success'],
        [build, 'running'],
      ],
      [1],
      true,
    ],
    [
      'its cache may be there in parts',
      [
        [build, 'success'],
        [cached, 'running'],
      ],
      [1],
      false,
    ],
    [
      'its cache is there',
      [
        [clone, 'success'],
        [cached, 'running'],
      ],
      [2],
      true,
    ],
    ['the sources come to a new workspace', [[clone, 'running']], [], true],
    [
      'the sources may be there in parts',
      [
        [build, 'running'],
        [clone, 'running'],
      ],
      [1],
      false,
    ],
    [
      'caches come to a new workspace',
      [
        [clone, 'success'],
        [restore, 'running'],
      ],
      [],
      true,
    ],
    [
      'a new workspace lacks the caches',
      [
        [restore, 'success'],
        [build, 'running'],
      ],
      [],
      false,
    ],
    [
      'caches are being restored',
      [
        [build, 'running'],
        [restore, 'running'],
      ],
      [1],
      false,
    ],
    [
      'caches are being stored',
      [
        [build, 'success'],
        [save, 'running'],
      ],
      [1],
      true,
    ],
  ])('%s', (_, steps, started, expected) => {
    expect(goesOn(steps, started)).toBe(expected);
  });

  it('knows the steps that are not pending', () => {
    const stored = (['success', 'pending', 'skipped'] as const).map((status, at) =>
      sampleStep({ number: at + 1, status }),
    );
    expect([...earlierSteps(stored, { steps: [] }).keys()]).toEqual([1, 3]);
  });
});
