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
    name: 'a step that is pending loads',
    build: { status: 'running', finished: 0 },
    stage: { status: 'running', stopped: 0 },
    step: { status: 'pending', started: 0, stopped: 0 },
    waiting: 'Loading...',
    footer: 'Step is pending',
  },
  {
    name: 'a stage that is pending loads',
    build: { status: 'pending', started: 0, finished: 0 },
    stage: { status: 'pending', started: 0, stopped: 0 },
    step: { status: 'pending', started: 0, stopped: 0 },
    waiting: 'Loading...',
    footer: 'Step is pending',
  },
  {
    name: 'a stage that is pending and has no steps loads',
    build: { status: 'pending', started: 0, finished: 0 },
    stage: { status: 'pending', started: 0, stopped: 0 },
    step: null,
    waiting: 'Loading...',
    footer: 'Loading...',
  },
  {
    name: 'a step that waits for others loads',
    build: { status: 'running', finished: 0 },
    stage: { status: 'waiting_on_dependencies', started: 0, stopped: 0 },
    step: { status: 'waiting_on_dependencies', started: 0, stopped: 0 },
    waiting: 'Loading...',
    footer: 'Loading...',
  },
  {
    name: 'a step that runs streams',
    build: { status: 'running', finished: 0 },
    stage: { status: 'running', stopped: 0 },
    step: { status: 'running', stopped: 0 },
    waiting: 'Waiting for output',
    footer: 'Step is running...',
  },
  { name: 'a step that succeeded shows its log', hasLog: true, footer: 'Exit Code 0' },
  {
    name: 'a step that succeeded without a word says so',
    box: ['success', 'default - test: success'],
    footer: 'Exit Code 0',
  },
  {
    name: 'a step that failed shows its log',
    build: { status: 'failure' },
    stage: { status: 'failure' },
    step: { status: 'failure', exit_code: 7 },
    hasLog: true,
    footer: 'Exit Code 7',
  },
  {
    name: 'a step that failed without a word is resolved',
    build: { status: 'failure' },
    stage: { status: 'failure' },
    step: { status: 'failure', exit_code: 2 },
    footer: 'Exit Code 2',
  },
  {
    name: 'a step that was killed shows its log',
    build: { status: 'killed' },
    stage: { status: 'killed' },
    step: { status: 'killed', exit_code: 137 },
    hasLog: true,
    footer: 'Step is killed (canceled)',
  },
  {
    name: 'a step that was killed before it spoke has a danger box',
    build: { status: 'killed' },
    stage: { status: 'killed' },
    step: { status: 'killed', exit_code: 137 },
    box: ['danger', 'default - test: killed'],
    footer: 'Step is killed (canceled)',
  },
  {
    name: 'a step that was skipped has a warning box',
    step: { status: 'skipped', started: 0, stopped: 0 },
    box: ['warning', 'default - test: skipped'],
    footer: 'Loading...',
  },
  {
    name: 'a stage that was skipped has a warning box',
    stage: { status: 'skipped', started: 0, stopped: 0 },
    step: null,
    box: ['warning', 'default: skipped'],
    footer: null,
  },
  {
    name: 'a stage that was skipped in a killed build has a warning box',
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
    name: 'a step with an error without a text does not invent one',
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
    name: 'a step with an error in a stage that was skipped',
    build: { status: 'failure' },
    stage: { status: 'skipped' },
    step: { status: 'error', error: 'never started' },
    danger: 'default: Skipped',
    footer: 'never started',
  },
  {
    name: 'a killed build without a log has a danger box',
    build: { status: 'killed' },
    stage: { status: 'success' },
    step: { status: 'failure', exit_code: 1 },
    box: ['danger', 'default - test: failure'],
    footer: 'Exit Code 1',
  },
  {
    name: 'a build that was declined says so',
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
    name: 'a log that is not there: step does not exist',
    logFailure: noRows,
    danger: 'Step does not exist',
    footer: 'Exit Code 0',
  },
  {
    name: 'a log that is not there in a killed build: pipeline was cancelled',
    build: { status: 'killed' },
    stage: { status: 'success' },
    logFailure: noRows,
    danger: 'This pipeline was cancelled',
    footer: 'Exit Code 0',
  },
  {
    name: 'a log that cannot be read shows why',
    logFailure: 'the disk is gone',
    danger: 'the disk is gone',
    footer: 'Exit Code 0',
  },
  {
    name: 'a killed stage whose log cannot be read says who is to blame',
    build: { status: 'killed' },
    stage: { status: 'killed' },
    step: { status: 'killed' },
    logFailure: 'the disk is gone',
    danger: 'default: test - Killed (Cancelled)',
    footer: 'Step is killed (canceled)',
  },
];
