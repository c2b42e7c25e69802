import type { Build } from '@millrace/contract/api';
import { hasExtras } from '../../lib/server-extras.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

/** A view of the build page. */
export type BuildView = (typeof views)[number];

const views = [
  'logs',
  'summary',
  'graph',
  'timeline',
  'tests',
  'files',
  'cards',
  'pipeline',
] as const;
const stored = 'build-view';
const parameter = 'view';
/** URL parameters that imply a view. */
const viewOfParameter: readonly [string, BuildView][] = [
  ['file', 'files'],
  ['search', 'logs'],
];

/**
 * Returns the views of a build. Summary, tests, files and cards need output of a step; the timeline needs a server
 * with attempts.
 */
export function viewsOf(build: Build | undefined): BuildView[] {
  const stages = build?.stages ?? [];
  // Without stages there is nothing to draw; the error message explains why.
  const isDrawable = stages.length > 0 || !build?.error;
  const steps = stages.flatMap((stage) => stage.steps ?? []);
  return [
    'logs',
    ...(steps.some(({ summary }) => summary) ? (['summary'] as const) : []),
    ...(isDrawable ? (['graph'] as const) : []),
    ...(isDrawable && hasExtras(build) ? (['timeline'] as const) : []),
    ...(build?.tests ? (['tests'] as const) : []),
    ...(build?.artifacts ? (['files'] as const) : []),
    ...(steps.some(({ schema }) => schema) ? (['cards'] as const) : []),
    ...(hasExtras(build) ? (['pipeline'] as const) : []),
  ];
}

/** Reads the stored view; defaults to logs. */
export function readView(): BuildView {
  return findView(readStored(stored)) ?? 'logs';
}

/** Returns whether the viewer has chosen a view, now or before. */
export function hasChosenView(search: string): boolean {
  return readStored(stored) !== null || new URLSearchParams(search).has(parameter);
}

export function rememberView(view: BuildView): void {
  writeStored(stored, view);
}

interface BuildAddress {
  search: string;
  hash: string;
  /** Whether the path names a stage. */
  hasStage: boolean;
}

/**
 * Returns the view that the URL selects by its name, by a parameter of one view, or by a stage or line;
 * undefined if none.
 */
export function viewOfAddress(address: BuildAddress): BuildView | undefined {
  const { named, implied, selectsLog } = readAddress(address);
  return named ?? implied ?? (selectsLog ? 'logs' : undefined);
}

/**
 * Returns whether the URL selects its view by name, or by a stage or log line. An open file, for example,
 * does not count.
 */
export function isViewNamed(address: BuildAddress): boolean {
  const { named, implied, selectsLog } = readAddress(address);
  return named !== undefined || (selectsLog && (implied ?? 'logs') === 'logs');
}

function readAddress({ search, hash, hasStage }: BuildAddress) {
  const parameters = new URLSearchParams(search);
  return {
    named: findView(parameters.get(parameter)),
    implied: viewOfParameter.find(([name]) => parameters.has(name))?.[1],
    selectsLog: hasStage || hash.startsWith('#L'),
  };
}

/** Returns the query string with another view. */
export function searchWithView(search: string, view: BuildView): string {
  const parameters = new URLSearchParams(search);
  parameters.set(parameter, view);
  return `?${parameters}`;
}

/** Returns the query string without the view and the parameters that imply one. */
export function searchWithoutView(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(parameter);
  for (const [name, view] of viewOfParameter) if (view !== 'logs') parameters.delete(name);
  return parameters.size > 0 ? `?${parameters}` : '';
}

function findView(name: string | null): BuildView | undefined {
  return views.find((each) => each === name);
}
