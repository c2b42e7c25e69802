import type { Build, Stage, Step } from '@millrace/contract/api';

/** State of a step, and the text that its console shows for it. */
export interface ConsoleCase {
  name: string;
  build?: Partial<Build>;
  stage?: Partial<Stage>;
  /** Null for a stage without steps. */
  step?: Partial<Step> | null;
  hasLog?: boolean;
  /** Error message of the log request. */
  logFailure?: string;
  danger?: string;
  box?: ['success' | 'warning' | 'danger', string];
  /** Text in place of the log. */
  waiting?: string;
  footer: string | null;
}

const noRows = 'sql: no rows in result set';
const unknown = 'Something went wrong, please, reload the page or restart the build';

export const consoleCases: ConsoleCase[] = [
  {
    name: 'a pending step is loading',
    build: { status: 'running', finished: 0 },
    stage: { status: 'running', stopped: 0 },
    step: { status: 'pending', started: 0, stopped: 0 },
    waiting: 'Loading...',
    footer: 'Step is pending',
  },
  {
    name: 'a pending stage is loading',
    build: { status: 'pending', started: 0, finished: 0 },
    stage: { status: 'pending', started: 0, stopped: 0 },
    step: { status: 'pending', started: 0, stopped: 0 },
    waiting: 'Loading...',
    footer: 'Step is pending',
  },
  {
    name: 'a pending stage without steps is loading',
    build: { status: 'pending', started: 0, finished: 0 },
    stage: { status: 'pending', started: 0, stopped: 0 },
    step: null,
    waiting: 'Loading...',
    footer: 'Loading...',
  },
  {
    name: 'a step that waits for dependencies is loading',
    build: { status: 'running', finished: 0 },
    stage: { status: 'waiting_on_dependencies', started: 0, stopped: 0 },
    step: { status: 'waiting_on_dependencies', started: 0, stopped: 0 },
    waiting: 'Loading...',
    footer: 'Loading...',
  },
  {
    name: 'a running step streams its log',
    build: { status: 'running', finished: 0 },
    stage: { status: 'running', stopped: 0 },
    step: { status: 'running', stopped: 0 },
    waiting: 'Waiting for output',
    footer: 'Step is running...',
  },
  { name: 'a successful step shows its log', hasLog: true, footer: 'Exit Code 0' },
  {
    name: 'a successful step without output has a message',
    box: ['success', 'default - test: success'],
    footer: 'Exit Code 0',
  },
  {
    name: 'a failed step shows its log',
    build: { status: 'failure' },
    stage: { status: 'failure' },
    step: { status: 'failure', exit_code: 7 },
    hasLog: true,
    footer: 'Exit Code 7',
  },
  {
    name: 'a failed step without output shows its exit code',
    build: { status: 'failure' },
    stage: { status: 'failure' },
    step: { status: 'failure', exit_code: 2 },
    footer: 'Exit Code 2',
  },
  {
    name: 'a killed step shows its log',
    build: { status: 'killed' },
    stage: { status: 'killed' },
    step: { status: 'killed', exit_code: 137 },
    hasLog: true,
    footer: 'Step is killed (canceled)',
  },
  {
    name: 'a killed step without output has a danger message',
    build: { status: 'killed' },
    stage: { status: 'killed' },
    step: { status: 'killed', exit_code: 137 },
    box: ['danger', 'default - test: killed'],
    footer: 'Step is killed (canceled)',
  },
  {
    name: 'a skipped step has a warning',
    step: { status: 'skipped', started: 0, stopped: 0 },
    box: ['warning', 'default - test: skipped'],
    footer: 'Loading...',
  },
  {
    name: 'a skipped stage has a warning',
    stage: { status: 'skipped', started: 0, stopped: 0 },
    step: null,
    box: ['warning', 'default: skipped'],
    footer: null,
  },
  {
    name: 'a skipped stage of a killed build has a warning',
    build: { status: 'killed' },
    stage: { status: 'skipped', started: 0, stopped: 0 },
    step: { status: 'skipped', started: 0, stopped: 0 },
    box: ['warning', 'default - test: skipped'],
    footer: 'Loading...',
  },
  {
    name: 'a step with an error shows its text',
    build: { status: 'failure' },
    stage: { status: 'failure' },
    step: { status: 'error', error: 'no such image', exit_code: 255 },
    danger: 'test: no such image',
    footer: 'no such image',
  },
  {
    name: 'a step with an error without text shows a generic message',
    build: { status: 'failure' },
    stage: { status: 'failure' },
    step: { status: 'error', exit_code: 255 },
    danger: unknown,
    footer: 'error',
  },
  {
    name: 'a stage with an error names stage and step',
    build: { status: 'running', finished: 0 },
    stage: { status: 'error' },
    step: { status: 'killed' },
    danger: 'default: test - Error',
    footer: 'Step is killed (canceled)',
  },
  {
    name: 'a step with an error in a skipped stage',
    build: { status: 'failure' },
    stage: { status: 'skipped' },
    step: { status: 'error', error: 'never started' },
    danger: 'default: Skipped',
    footer: 'never started',
  },
  {
    name: 'a killed build without a log has a danger message',
    build: { status: 'killed' },
    stage: { status: 'success' },
    step: { status: 'failure', exit_code: 1 },
    box: ['danger', 'default - test: failure'],
    footer: 'Exit Code 1',
  },
  {
    name: 'a declined build has a message',
    build: { status: 'declined' },
    stage: { status: 'declined', started: 0, stopped: 0 },
    step: null,
    box: ['danger', 'This pipeline was declined'],
    footer: null,
  },
  {
    name: 'a stage without steps shows its error',
    build: { status: 'killed' },
    stage: { status: 'killed', error: 'cut off', started: 0, stopped: 0 },
    step: null,
    box: ['danger', 'default: cut off'],
    footer: null,
  },
  {
    name: 'a missing log: the step does not exist',
    logFailure: noRows,
    danger: 'Step does not exist',
    footer: 'Exit Code 0',
  },
  {
    name: 'a missing log in a killed build: the pipeline was cancelled',
    build: { status: 'killed' },
    stage: { status: 'success' },
    logFailure: noRows,
    danger: 'This pipeline was cancelled',
    footer: 'Exit Code 0',
  },
  {
    name: 'a log that cannot be loaded shows the error',
    logFailure: 'the disk is gone',
    danger: 'the disk is gone',
    footer: 'Exit Code 0',
  },
  {
    name: 'a killed stage whose log cannot be loaded names stage and step',
    build: { status: 'killed' },
    stage: { status: 'killed' },
    step: { status: 'killed' },
    logFailure: 'the disk is gone',
    danger: 'default: test - Killed (Cancelled)',
    footer: 'Step is killed (canceled)',
  },
];
