const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** English texts of the pages about causes of failures. */
export const enCausePages = {
  title: 'Failures',
  loadFailed: 'The failures could not be loaded',
  search: 'Error text',
  find: 'Find builds',
  week: (day: string) => `Week of ${day}`,
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  failures: (number: number) => count(number, 'failure', 'failures'),
  recovered: (number: number) => `${number.toLocaleString('en')} passed on a second attempt`,
  lost: (minutes: number) => `${count(minutes, 'minute', 'minutes')} lost`,
  causes: 'Causes',
  isNew: 'new',
  gone: 'Failed in the week before, but not in this week',
  empty: 'No failures',
  emptyDetail:
    'No step failed in this week. Failures are listed some seconds after the end of a build.',
  /** Shown for a failure without a text. */
  unknown: 'Without output',
  issue: 'Issue',
  causeFailed: 'The cause could not be loaded',
  step: (name: string) => `Step ${name}`,
  since: 'First seen in',
  withCommit: 'with commit',
  lastSeen: 'last seen',
  weeks: 'Failures by week',
  weekTotal: (day: string, failures: number) =>
    `Week of ${day}: ${count(failures, 'failure', 'failures')}`,
  others: 'Also in',
  settings: 'Settings',
  name: 'Name',
  nameHint: 'Shown instead of the error line in this repository.',
  issueUrl: 'Issue URL',
  issueInvalid: 'Enter an http or https URL.',
  retry: 'Retry once',
  retryHint:
    'If all failures of a build have such causes, its failed stages run again once. Deployments are never retried.',
  saved: 'Cause has been saved',
  saveFailed: (message: string) => `Unable to save the cause: ${message}`,
  builds: 'Builds',
  noBuilds: 'No builds',
  noBuildsDetail: 'The builds with this failure have been deleted.',
  attempt: (number: number) => `attempt ${number}`,
  passedLater: 'passed on a second attempt',
};

export type CausePageMessages = typeof enCausePages;
