import type { Stage, Step } from '@millrace/contract/api';
import { sampleBuild, sampleStage, sampleStep } from '@millrace/contract/testing';
import { describe, expect, it } from 'vitest';
import { axisTicks, readTimeline, type TimelineRow, timeIn } from './timeline-view.ts';

let number = 0;
const stage = (
  name: string,
  [created, started, stopped]: [number, number, number],
  fields: Partial<Stage> = {},
  steps: [name: string, started: number, stopped: number, fields?: Partial<Step>][] = [],
): Stage => {
  number += 1;
  return sampleStage({
    number,
    name,
    created,
    started,
    stopped,
    attempt: 1,
    status: stopped ? 'success' : 'running',
    steps: steps.map(([stepName, from, to, more], at) =>
      sampleStep({ number: at + 1, name: stepName, started: from, stopped: to, ...more }),
    ),
    ...fields,
  });
};
const timeline = (stages: Stage[], nowSec = 1000, attempt = 1) => {
  number = 0;
  return readTimeline(sampleBuild({ attempt, stages }), nowSec);
};
const spans = (row: TimelineRow | undefined) =>
  row?.spans.map(({ phase, from, to }) => `${phase} ${from}-${to}`).join(', ');
const critical = (rows: TimelineRow[]) =>
  rows.filter((row) => row.isCritical).map((row) => `${row.name} ${row.saving}`);

it('shows waiting, starting and running of a stage and its steps', () => {
  const { rows, start, end } = timeline([
    stage('a', [100, 104, 130], {}, [
      ['clone', 106, 110],
      ['work', 112, 130],
    ]),
  ]);
  expect([start, end]).toEqual([100, 130]);
  expect(rows.map(spans)).toEqual([
    'waiting 100-104, starting 104-106, running 106-130',
    'starting 104-106, running 106-110',
    'starting 110-112, running 112-130',
  ]);
  expect(rows[0] && [timeIn(rows[0], 'waiting'), timeIn(rows[0], 'running')]).toEqual([4, 24]);
});

it('counts waiting from the end of the dependencies', () => {
  const { rows } = timeline([
    stage('a', [100, 100, 120]),
    stage('b', [100, 125, 140], { depends_on: ['a'] }),
  ]);
  expect(spans(rows[1])).toBe('waiting 120-125, running 125-140');
});

it('extends running and waiting rows to the current time', () => {
  const { rows, end } = timeline(
    [
      stage('a', [100, 101, 0], {}, [['work', 102, 0]]),
      stage('b', [100, 0, 0], { status: 'pending' }),
      stage('c', [100, 0, 0], { status: 'waiting_on_dependencies', depends_on: ['a'] }),
    ],
    150,
  );
  expect(end).toBe(150);
  expect(rows.map(spans)).toEqual([
    'waiting 100-101, starting 101-102, running 102-150',
    'starting 101-102, running 102-150',
    'waiting 100-150',
    '',
  ]);
});

describe('the critical path', () => {
  it('determines the end of the build, with the time that each task would save', () => {
    const { rows } = timeline([
      stage('lint', [100, 100, 110]),
      stage('compile', [100, 100, 130]),
      stage('test', [100, 130, 160], { depends_on: ['lint', 'compile'] }),
      stage('docs', [100, 100, 150]),
    ]);
    // Without compile, test would start at 110. Without test, docs would end last.
    expect(critical(rows)).toEqual(['compile 10', 'test 10']);
  });

  it('includes the steps of its stages', () => {
    const { rows } = timeline([
      stage('a', [100, 100, 160], {}, [
        ['clone', 100, 110],
        ['slow', 110, 150, { depends_on: ['clone'] }],
        ['quick', 110, 120, { depends_on: ['clone'] }],
        ['last', 150, 160, { depends_on: ['slow', 'quick'] }],
      ]),
    ]);
    expect(critical(rows)).toEqual(['a 60', 'clone 10', 'slow 30', 'last 10']);
  });

  it('saves nothing if another task takes as long, and omits services', () => {
    const { rows } = timeline([
      stage('a', [100, 100, 130], {}, [
        ['db', 100, 130, { detached: true }],
        ['one', 100, 130, { depends_on: ['x'] }],
        ['two', 100, 130, { depends_on: ['x'] }],
      ]),
    ]);
    expect(critical(rows)).toEqual(['a 30', 'two 0']);
  });
});

it('omits stages of an earlier attempt from the time axis', () => {
  const { rows, start } = timeline(
    [stage('a', [100, 100, 130]), stage('b', [900, 905, 930], { attempt: 2, depends_on: ['a'] })],
    1000,
    2,
  );
  expect(start).toBe(900);
  expect(rows.map((row) => [row.reusedFrom, spans(row)])).toEqual([
    [1, ''],
    [undefined, 'waiting 900-905, running 905-930'],
  ]);
});

it('returns rows without times before anything has started', () => {
  const { rows, start, end } = timeline([stage('a', [0, 0, 0], { status: 'skipped' })], 50);
  expect([start, end, rows.map(spans)]).toEqual([50, 50, ['']]);
});

it.each([
  [0, [0]],
  [8, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  [95, [0, 15, 30, 45, 60, 75, 90]],
  [700, [0, 120, 240, 360, 480, 600]],
])('marks an axis of %i s at round times', (length, ticks) => {
  expect(axisTicks(length)).toEqual(ticks);
});

it('shows the exact duration of a step, if its runner says it', () => {
  const { rows } = timeline([
    stage('a', [100, 100, 104], {}, [['work', 101, 104, { duration_ms: 2300 }]]),
  ]);
  expect(spans(rows[1])).toContain('running 101-103.3');
});
