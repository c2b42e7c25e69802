import type { Build } from '@millrace/contract/api';
import { hasExtras } from '../../api/server-extras.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

/** The ways in which a build can be looked at. */
export type BuildView = 'logs' | 'graph' | 'timeline' | 'tests' | 'files' | 'cards';

const views: readonly BuildView[] = ['logs', 'graph', 'timeline', 'tests', 'files', 'cards'];
const stored = 'build-view';

/**
 * The views that the build has: tests, files and cards only where a step left some, the timeline only
 * where attempts are told apart.
 */
export function viewsOf(build: Build | undefined): BuildView[] {
  const hasCards = build?.stages?.some((stage) => stage.steps?.some((step) => step.schema));
  return [
    ...(['logs', 'graph'] as const),
    ...(hasExtras(build) ? (['timeline'] as const) : []),
    ...(build?.tests ? (['tests'] as const) : []),
    ...(build?.artifacts ? (['files'] as const) : []),
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
