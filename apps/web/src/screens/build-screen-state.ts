import type { Build } from '@millrace/contract/api';
import { isMissing, isUnauthorized } from '../api/api-error.ts';
import { isStageMissing } from '../domain-ui/build-stages.ts';
import type { BuildView } from '../features/build-page/build-view.ts';
import { hasExtras } from '../lib/server-extras.ts';

export interface BuildReads {
  /** Undefined until it is loaded. */
  build: Build | undefined;
  /** Errors of the requests, or null. The attempt's is null unless the page shows an earlier attempt. */
  buildError: Error | null;
  attemptError: Error | null;
  repoError: Error | null;
}

/** Content of a build page below its header. If the message is null, the error is unknown. */
export type BuildScreenState =
  | { kind: 'notFound' }
  | { kind: 'failedRead'; error: Error }
  | { kind: 'brokenPipeline'; message: string }
  | { kind: 'problem'; message: string | null }
  | { kind: 'overview'; view: Exclude<BuildView, 'logs'> }
  | { kind: 'log' };

/**
 * Decides what the page shows, from the results of its requests, the stage of the URL and the selected view.
 */
export function buildScreenState(
  { build, buildError, attemptError, repoError }: BuildReads,
  stageNumber: number,
  view: BuildView,
): BuildScreenState {
  const error = buildError ?? attemptError ?? repoError;
  // The cache still contains a build that was deleted meanwhile.
  if (isMissing(buildError)) return { kind: 'notFound' };
  if (!build && error) {
    const isHidden = isMissing(error) || isUnauthorized(error);
    return isHidden ? { kind: 'notFound' } : { kind: 'failedRead', error };
  }
  if (build && view !== 'pipeline') {
    if (build.error) {
      const kind = hasExtras(build) ? 'brokenPipeline' : 'problem';
      return { kind, message: build.error };
    }
    if (isStageMissing(build, stageNumber)) return { kind: 'problem', message: null };
  }
  return view === 'logs' ? { kind: 'log' } : { kind: 'overview', view };
}
