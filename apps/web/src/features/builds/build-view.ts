import type { Build } from '@millrace/contract/api';
import { hasExtras } from '../../api/server-extras.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

/** The ways in which a build can be looked at. */
export type BuildView = 'logs' | 'graph' | 'timeline' | 'tests' | 'cards';

const views: readonly BuildView[] = ['logs', 'graph', 'timeline', 'tests', 'cards'];
const stored = 'build-view';

/** The views that the build has: cards only where a step has one, the
 * timeline only where attempts are told apart, tests only where there are results. */
export function viewsOf(build: Build | undefined): BuildView[] {
  const hasCards = build?.stages?.some((stage) => stage.steps?.some((step) => step.schema));
  return [
    ...(['logs', 'graph'] as const),
    ...(hasExtras(build) ? (['timeline'] as const) : []),
    ...(build?.tests ? (['tests'] as const) : []),
    ...(hasCards ? (['cards'] as const) : []),
  ];
}

/** The remembered view; logs where there is none. */
export function readView(): BuildView {
  const view = readStored(stored);
  return views.find((each) => each === view) ?? 'logs';
}

export function rememberView(view: BuildView): void {
  writeStored(stored, view);
}
