import type { Build } from '@millrace/contract/api';
import { hasExtras } from '../../lib/server-extras.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

/** The ways in which a build can be looked at. */
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
/** Parameters of the address that only one view reads. */
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
  // Without stages there is nothing to draw, and an error says why.
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

/** The remembered view; logs where there is none. */
export function readView(): BuildView {
  return findView(readStored(stored)) ?? 'logs';
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

/** The view that an address asks for, by its name or by what only one view shows; undefined if it asks for none. */
export function viewOfAddress(address: BuildAddress): BuildView | undefined {
  const { named, implied, isPlace } = readAddress(address);
  return named ?? implied ?? (isPlace ? 'logs' : undefined);
}

/** Whether an address asks for its view by more than what is open in it. */
export function isViewNamed(address: BuildAddress): boolean {
  const { named, implied, isPlace } = readAddress(address);
  return named !== undefined || (isPlace && (implied ?? 'logs') === 'logs');
}

function readAddress({ search, hash, hasStage }: BuildAddress) {
  const parameters = new URLSearchParams(search);
  return {
    named: findView(parameters.get(parameter)),
    implied: viewOfParameter.find(([name]) => parameters.has(name))?.[1],
    isPlace: hasStage || hash.startsWith('#L'),
  };
}

/** Returns the search part of an address with another view. */
export function searchWithView(search: string, view: BuildView): string {
  const parameters = new URLSearchParams(search);
  parameters.set(parameter, view);
  return `?${parameters}`;
}

/** Returns the search part of an address that asks for no view. */
export function searchWithoutView(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(parameter);
  for (const [name, view] of viewOfParameter) if (view !== 'logs') parameters.delete(name);
  return parameters.size > 0 ? `?${parameters}` : '';
}

function findView(name: string | null): BuildView | undefined {
  return views.find((each) => each === name);
}
