import type { ChangedPart } from '@millrace/contract/api';
import type { BuildEvent } from '@millrace/contract/vocabulary';

const events: Record<BuildEvent, string> = {
  push: 'Push',
  pull_request: 'Pull request',
  tag: 'Tag',
  promote: 'Promotion',
  rollback: 'Rollback',
  cron: 'Cron job',
  custom: 'By hand',
};

const changes: Record<ChangedPart['change'], (name: string) => string> = {
  added: (name) => `${name} would run`,
  removed: (name) => `${name} would not run`,
  policy: (name) => `${name} would run after other results`,
};

const policies: Record<string, string> = {
  on_failure: 'after a failure',
  always: 'after any result',
};

/** English texts of the page that edits a pipeline file. */
export const enPipelineEditor = {
  loadFailed: 'The pipeline file could not be loaded',
  intro: (path: string, branch: string) =>
    `Try a change of ${path} on the branch ${branch}. It stays in this tab until you commit it.`,
  editor: (path: string) => `Text of ${path}`,
  reset: 'Discard changes',
  openCommit: 'Commit…',
  commitTitle: (path: string) => `Commit ${path}`,
  commit: 'Commit',
  usualMessage: (path: string) => `Update ${path}`,
  message: 'Message',
  branch: 'Branch',
  newBranch: 'A new branch',
  newBranchName: 'Name of the new branch',
  tryNewBranch: 'You can commit to a new branch.',
  committed: (commit: string, branch: string) => `Committed ${commit} to ${branch}`,
  builds: 'Builds',
  build: (number: number) => `Build #${number}`,
  commitPage: 'Commit',
  openPullRequest: 'Open a pull request',
  plan: 'Plan',
  findings: 'Findings',
  place: (file: string | undefined, line: number) =>
    file === undefined ? `Line ${line}:` : `${file}, line ${line}:`,
  event: 'Event',
  events,
  stages: 'Stages',
  runs: 'runs',
  leftOut: 'left out',
  after: (names: string) => `after ${names}`,
  policies,
  couldNotStart: (error: string) => `The build could not start: ${error}`,
  extensions: 'Extensions of the server were not asked. They may change the file.',
  history: 'Last builds under this file',
  noneCouldStart: (all: number, error: string) =>
    `None of the last ${all.toLocaleString('en')} builds could start: ${error}`,
  differ: (changed: number, all: number) =>
    all === 0
      ? 'No builds yet'
      : `${changed.toLocaleString('en')} of the last ${all.toLocaleString('en')} builds would differ`,
  same: 'same',
  changes,
  noBuild: 'No build would have been created.',
  incomparable: (error: string) => `Not compared, because it failed for another reason: ${error}`,
  unknownPaths: 'The changed files are unknown: conditions on paths count as fulfilled.',
  time: (before: number, after: number) =>
    `Critical path about ${after.toLocaleString('en')} s instead of ${before.toLocaleString('en')} s`,
  moreChanges: (count: number) => `And ${count} more stages and steps`,
  unknownDurations: (names: string) => `Without a known duration: ${names}`,
};

export type PipelineEditorMessages = typeof enPipelineEditor;
