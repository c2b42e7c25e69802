import type { Build } from '@millrace/contract/api';
import { readStored, writeStored } from '../../lib/storage.ts';

/** The ways in which a build can be looked at. */
export type BuildView = 'logs' | 'graph' | 'cards';

const stored = 'build-view';

/** The views that the build has: cards only where a step has one. */
export function viewsOf(build: Build | undefined): BuildView[] {
  const hasCards = build?.stages?.some((stage) => stage.steps?.some((step) => step.schema));
  return hasCards ? ['logs', 'graph', 'cards'] : ['logs', 'graph'];
}

/** The remembered view; logs where there is none. */
export function readView(): BuildView {
  const view = readStored(stored);
  return view === 'graph' || view === 'cards' ? view : 'logs';
}

export function rememberView(view: BuildView): void {
  writeStored(stored, view);
}
