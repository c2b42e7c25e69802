import type { Status } from '@millrace/contract/vocabulary';
import { expect, test } from 'vitest';
import { type ConsoleState, consoleState, shouldFetchLogs } from './console-view.ts';

interface Row {
  build?: Status;
  stage?: Status;
  step?: Status | null;
  logs?: boolean;
  loading?: boolean;
  logError?: string;
  is: ConsoleState;
}

const rows: Row[] = [
  // While the log is loading.
  { loading: true, is: 'loading' },
  { build: 'pending', stage: 'pending', step: 'pending', is: 'loading' },
  { build: 'pending', stage: 'pending', step: null, is: 'loading' },
  { build: 'running', stage: 'running', step: null, is: 'loading' },
  { build: 'failure', stage: 'error', step: 'success', is: 'error' },
  { build: 'running', stage: 'running', step: 'running', is: 'stream_on' },
  { build: 'running', stage: 'running', step: 'running', logs: true, is: 'stream_on' },
  // Status of the step.
  { build: 'running', stage: 'running', step: 'pending', is: 'loading' },
  { build: 'running', stage: 'running', step: 'waiting_on_dependencies', is: 'loading' },
  { step: 'success', logs: true, is: 'resolved' },
  { step: 'success', logs: false, is: 'no_logs_available' },
  { step: 'success', logs: false, loading: true, is: 'loading' },
  { step: 'failure', logs: true, is: 'resolved' },
  { step: 'failure', logs: false, is: 'resolved' },
  { step: 'killed', logs: true, is: 'resolved' },
  { step: 'killed', logs: false, is: 'no_logs_available' },
  { step: 'skipped', is: 'no_logs_available' },
  { step: 'error', logs: true, is: 'error' },
  { stage: 'error', step: null, is: 'error' },
  { stage: 'error', step: 'running', is: 'error' },
  // Status of the stage and the build.
  { build: 'declined', stage: 'declined', step: null, is: 'no_logs_available' },
  { build: 'declined', stage: 'declined', step: 'pending', is: 'no_logs_available' },
  { build: 'killed', stage: 'skipped', step: 'skipped', is: 'no_logs_available' },
  { build: 'error', stage: 'skipped', step: null, is: 'no_logs_available' },
  { build: 'killed', stage: 'killed', step: 'killed', logs: true, is: 'resolved' },
  { build: 'killed', stage: 'killed', step: 'killed', logs: false, is: 'no_logs_available' },
  { build: 'killed', stage: 'killed', step: 'pending', is: 'no_logs_available' },
  { build: 'killed', stage: 'killed', step: 'killed', loading: true, is: 'loading' },
  { build: 'killed', stage: 'success', step: 'success', logs: true, is: 'resolved' },
  { stage: 'skipped', step: null, is: 'no_logs_available' },
  // Failed log request.
  { step: 'success', logError: 'sql: no rows in result set', is: 'error' },
  { build: 'killed', stage: 'killed', step: 'killed', logError: 'x', is: 'error' },
];

test.each(rows)('%o', ({ build, stage, step, logs, loading, logError, is }) => {
  const state = consoleState({
    build: { status: build ?? 'success' },
    stage: { name: 'default', status: stage ?? 'success' },
    step: step === null ? undefined : { name: 'test', status: step ?? 'success', exit_code: 0 },
    hasLogs: logs ?? false,
    isLoading: loading ?? false,
    logError: logError ?? null,
  });
  expect(state).toBe(is);
});

test.each([
  ['success', 'success', true],
  ['running', 'success', true],
  ['failure', 'failure', true],
  ['killed', 'killed', true],
  ['running', 'running', false],
  ['running', 'pending', false],
  ['success', 'skipped', false],
  ['running', 'waiting_on_dependencies', false],
  ['pending', 'success', false],
  ['skipped', 'success', false],
  ['waiting_on_dependencies', 'success', false],
  [undefined, 'success', false],
  ['success', undefined, false],
] as const)('stage %s with step %s: fetched is %s', (stage, step, isFetched) => {
  expect(shouldFetchLogs(stage, step)).toBe(isFetched);
});
