import type { ExpirableData, RetainedData } from '@millrace/contract/retention';

const kinds: Record<RetainedData, string> = {
  build: 'Builds',
  log: 'Logs',
  artifact: 'Files',
  test: 'Test Results',
};

const deleted: Record<ExpirableData, string> = {
  log: 'logs',
  artifact: 'files',
  test: 'test results',
};

const count = (value: number) => value.toLocaleString('en');
const builds = (value: number) => (value === 1 ? '1 build' : `${count(value)} builds`);

/** Texts about retention. */
export const enRetention = {
  title: 'Retention',
  hint: 'Data is deleted when it exceeds either limit. Without a value, the limit of the server applies; 0 means no limit.',
  always: (deployments: number) =>
    `Always retained: pinned and unfinished builds, the newest build and the newest success of each branch, and the last ${count(deployments)} deployments of each environment.`,
  kinds,
  days: 'Maximum age in days',
  count: 'Number of newest builds',
  server: (value: number) => (value === 0 ? 'Server: no limit.' : `Server: ${count(value)}.`),
  beyond: (value: number) => `Server: ${count(value)}. This repository may exceed it.`,
  exceeds: (value: number) =>
    `The server allows ${count(value)} at most. Ask a system administrator for more.`,
  preview: 'Preview',
  counting: 'Counting what would be deleted …',
  previewTitle: 'With these limits',
  nothing: 'Nothing would be deleted now.',
  wouldDelete: {
    build: (number: number, size: string) =>
      `${builds(number)} would be deleted, ${size} in total.`,
    log: (number: number, size: string) => `Logs of ${builds(number)}, ${size}.`,
    artifact: (number: number, size: string) => `Files of ${builds(number)}, ${size}.`,
    test: (number: number, size: string) => `Test results of ${builds(number)}, ${size}.`,
  } satisfies Record<RetainedData, (number: number, size: string) => string>,
  saved: 'The retention has been saved',
  saveQuestion: 'Delete old data?',
  saveDetail: 'After you save, the next hourly run deletes this data. It cannot be restored.',
  expired: (data: readonly ExpirableData[]) =>
    `Retention deleted the ${new Intl.ListFormat('en').format(data.map((each) => deleted[each]))} of this build.`,
  pin: 'Pin',
  unpin: 'Unpin',
  mark: 'Pinned',
  pinned: 'The build is pinned and will not be deleted',
  unpinned: 'The build is no longer pinned',
  pinFailed: (message: string) => `Unable to pin the build: ${message}`,
  unpinFailed: (message: string) => `Unable to unpin the build: ${message}`,
};

export type RetentionMessages = typeof enRetention;
