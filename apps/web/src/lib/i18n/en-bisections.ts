import type { BisectionOutcome, BisectionStatus } from '@millrace/contract/vocabulary';

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

const statuses: Record<BisectionStatus, string> = {
  running: 'Searching for the commit',
  found: 'Commit found',
  random: 'No commit: the failures are random',
  unknown: 'No answer',
  canceled: 'Search canceled',
  failed: 'Search failed',
};

const outcomes: Record<BisectionOutcome | 'running', string> = {
  running: 'running',
  passed: 'passed',
  failed: 'failed',
  unbuildable: 'could not be built',
  unclear: 'no result',
};

/** English texts about bisections, which only failed builds and the pages of bisections load. */
export const enBisections = {
  title: 'Searches',
  start: 'Find the commit',
  onlyCommit: 'Began with commit',
  confirm: 'Find the commit?',
  /** Consequences of the start. */
  consequences: (step: string) =>
    `Runs ${step}, and the steps before it, on commits since it last passed. Later steps do not run. All other builds go first.`,
  startFailed: (message: string) => `Unable to start the search: ${message}`,
  started: 'Search has been started',
  partOf: 'Part of a search',
  statuses,
  outcomes,
  loadFailed: 'The search could not be loaded',
  listFailed: 'The searches could not be loaded',
  certainty: (percent: string, runs: number) =>
    `${percent} % certain after ${count(runs, 'run', 'runs')}`,
  likeliest: (percent: string) => `most likely commit so far: ${percent} %`,
  runsOf: (runs: number, most: number) =>
    `${count(runs, 'run', 'runs')}, at most ${most.toLocaleString('en')}`,
  /** `good` and `bad` are links to builds. */
  between: 'Last passed in',
  and: 'first failed in',
  commits: (number: number) => count(number, 'commit', 'commits'),
  flakiness: (percent: string) => `fails on good commits in about ${percent} % of runs`,
  startedBy: (login: string) => `started by ${login}`,
  automatic: 'started automatically',
  canceledBy: (login: string) => `canceled by ${login}`,
  range: (number: number) =>
    `One of these ${number.toLocaleString('en')} commits. All but the newest cannot be built.`,
  noAnswer: 'The runs allow no answer: too many commits cannot be built, or their results differ.',
  randomDetail: 'The step passes on these commits when it runs again.',
  cancel: 'Cancel search',
  canceled: 'Search has been canceled',
  cancelFailed: (message: string) => `Unable to cancel the search: ${message}`,
  listTitle: 'Commits',
  listHint: 'Newest first, with the probability that the step began to fail with the commit.',
  probability: (percent: string) => `Probability ${percent} %`,
  more: (number: number) => `${count(number, 'commit', 'commits')} without a run`,
  showAll: 'Show all commits',
  runs: 'Runs',
  noRuns: 'The first run has not started yet.',
  onCommit: 'on',
  noStep: 'has no such step',
  empty: 'No searches',
  emptyDetail: 'Open a failed build and select “Find the commit”.',
  settings: 'Settings',
  automaticLabel: 'Search automatically',
  automaticHint:
    'When a step of a push or a cron job begins to fail, and there are several commits since it last passed. Not in protected repositories.',
  commentsLabel: 'Comment on the commit',
  commentsHint: 'Adds the answer as a comment to the commit at the forge.',
  saved: 'Settings have been saved',
  saveFailed: (message: string) => `Unable to save the settings: ${message}`,
};

export type BisectionMessages = typeof enBisections;
