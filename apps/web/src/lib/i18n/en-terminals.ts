import type { TerminalEnd } from '@millrace/contract/vocabulary';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const ends: Record<TerminalEnd, string> = {
  exited: 'The shell has ended',
  closed: 'Closed',
  released: 'The environment was removed',
  left: 'Closed, because the page was left',
  deadline: 'The time is over',
  revoked: 'Closed, because the permission was removed',
  cancelled: 'The build was cancelled',
  runner: 'The runner was stopped',
  limit: 'Closed, because the recording is full',
  failed: 'The terminal could not be opened',
};

/** Names of keys whose sign tells screen readers nothing. */
const arrows: Record<string, string> = { '↑': 'Up', '↓': 'Down', '←': 'Left', '→': 'Right' };

/** English texts about terminals, which only failed builds and settings load. */
export const enTerminals = {
  open: 'Open a terminal',
  earlier: 'earlier attempt',
  left: (minutes: number) => (minutes > 0 ? `${minutes} min left` : 'under 1 min left'),
  title: (step: string) => `Terminal: ${step}`,
  opening: 'Opening the terminal …',
  paused: (step: string) => `${step} has failed. The stage waits until its environment is removed.`,
  pauseAction: 'Pause before a step …',
  pauseTitle: 'Restart, and pause before a step',
  pauseStep: 'Step',
  pauseHint: 'The step waits until you continue it, or until the time for terminals is over.',
  pauseFailed: (message: string) => `Unable to restart with a pause: ${message}`,
  pausedBefore: (step: string) => `Paused before ${step}.`,
  goOn: 'Continue',
  wentOn: 'The build continues',
  goOnFailed: (message: string) => `Unable to continue: ${message}`,
  openFailed: (message: string) => `Unable to open a terminal: ${message}`,
  /** The keys by which a keyboard leaves the terminal, in which Tab and Escape are for the shell. */
  leaveHint: 'Shift+Esc leaves the terminal',
  keys: 'Keys',
  arrows,
  disconnected: (message: string) => `${message}. Trying again …`,
  ends,
  exitCode: (code: number) => `exit code ${code}`,
  again: 'Open again',
  remove: 'End and remove',
  removeQuestion: 'Remove the environment?',
  removeDetail: 'The files of the failed step and all terminals in it are removed from the runner.',
  removed: 'The environment has been removed',
  removeFailed: (message: string) => `Unable to remove the environment: ${message}`,
  recordings: (number: number) => count(number, 'recording', 'recordings'),
  recordingsTitle: 'Recorded terminals',
  download: 'Download',
  downloadOf: (login: string) => `Download the recording of ${login}`,
  isOpen: 'Open',
  settings: 'Terminals',
  keepLabel: 'Keep failed steps for terminals',
  keepHint:
    'The runner keeps the environment of the first failed step for a limited time, so that people who may start builds can look around. Not for builds of forks. What terminals show is recorded.',
  saved: 'The setting has been saved',
  saveFailed: (message: string) => `Unable to save the setting: ${message}`,
};

export type TerminalMessages = typeof enTerminals;
