import type { ChangedPart } from '@millrace/contract/api';

const builds = (count: number) => `${count} build${count === 1 ? '' : 's'}`;

const changes: Record<ChangedPart['change'], (name: string, count: number) => string> = {
  added: (name, count) => `${name} would run in ${builds(count)}`,
  removed: (name, count) => `${name} would not run in ${builds(count)}`,
  policy: (name, count) => `${name} would run after other results in ${builds(count)}`,
};

function differ(changed: number, all: number): string {
  if (all === 0) return 'No earlier build can be compared';
  if (all === 1) return `The last build would ${changed === 0 ? 'not ' : ''}run differently`;
  return `${changed === 0 ? 'None' : changed} of the last ${all} builds would run differently`;
}

/** English texts about builds that change the pipeline file. */
export const enPipelineChanges = {
  title: 'This build changes the pipeline file',
  pending: 'Comparing the last builds',
  differ,
  failed: (error: string) => `Not compared: ${error}`,
  changes,
  couldNotStart: (count: number) => `${builds(count)} could not start`,
  more: (count: number) => `and ${count} more stages or steps`,
  time: (before: number, after: number) =>
    `Critical path about ${after.toLocaleString('en')} s instead of ${before.toLocaleString('en')} s (median)`,
  compare: (build: number) => `Compare with #${build}, which has the earlier file`,
  editor: (branch: string) => `Open the file of ${branch} with each build`,
};

export type PipelineChangeMessages = typeof enPipelineChanges;
