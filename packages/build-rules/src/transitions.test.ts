import { type Status, statuses } from '@millrace/contract/vocabulary';
import { describe, expect, it } from 'vitest';
import {
  nextStageStatus,
  nextStepStatus,
  type StageCommand,
  type StepCommand,
} from './transitions.ts';

const none = null;

/** Columns in the order of {@link statuses}. */
type Row<Command> = [string, Command, (Status | null)[]];
const columns: Status[] = [
  'pending',
  'running',
  'blocked',
  'waiting_on_dependencies',
  'success',
  'failure',
  'error',
  'killed',
  'skipped',
  'declined',
];
const over = [none, none, none, none, none, none];

const stageRows: Row<StageCommand>[] = [
  ['start', { kind: 'start' }, ['running', none, none, none, ...over]],
  ['success', { kind: 'finish', status: 'success' }, ['success', 'success', none, none, ...over]],
  ['failure', { kind: 'finish', status: 'failure' }, ['failure', 'failure', none, none, ...over]],
  ['error', { kind: 'finish', status: 'error' }, ['error', 'error', none, none, ...over]],
  ['killed', { kind: 'finish', status: 'killed' }, ['killed', 'killed', none, none, ...over]],
  ['back to pending', { kind: 'finish', status: 'pending' }, [none, none, none, none, ...over]],
  ['release', { kind: 'release', runs: true }, [none, none, none, 'pending', ...over]],
  ['release unwanted', { kind: 'release', runs: false }, [none, none, none, 'skipped', ...over]],
  ['approve', { kind: 'approve', hasDependencies: false }, [none, none, 'pending', none, ...over]],
  [
    'approve early',
    { kind: 'approve', hasDependencies: true },
    [none, none, 'waiting_on_dependencies', none, ...over],
  ],
  ['decline', { kind: 'decline' }, [none, none, 'declined', none, ...over]],
  ['cancel', { kind: 'cancel' }, ['skipped', 'killed', 'skipped', 'skipped', ...over]],
];

const stepRows: Row<StepCommand>[] = [
  ['start', { kind: 'start' }, ['running', none, none, none, ...over]],
  ['success', { kind: 'finish', status: 'success' }, ['success', 'success', none, none, ...over]],
  ['skipped', { kind: 'finish', status: 'skipped' }, ['skipped', 'skipped', none, none, ...over]],
  ['blocked', { kind: 'finish', status: 'blocked' }, [none, none, none, none, ...over]],
  ['cancel', { kind: 'cancel' }, ['skipped', 'killed', 'skipped', 'skipped', ...over]],
];

it('covers every status', () => {
  expect([...columns].sort()).toEqual([...statuses].sort());
});

describe.each(stageRows)('a stage: %s', (_, command, expected) => {
  it.each(columns.map((status, index) => [status, expected[index]] as const))(
    'from %s to %s',
    (status, next) => expect(nextStageStatus(status, command)).toBe(next),
  );
});

describe.each(stepRows)('a step: %s', (_, command, expected) => {
  it.each(columns.map((status, index) => [status, expected[index]] as const))(
    'from %s to %s',
    (status, next) => expect(nextStepStatus(status, command)).toBe(next),
  );
});
