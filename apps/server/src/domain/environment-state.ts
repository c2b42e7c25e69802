import type { Build } from '@millrace/build-rules';
import { isFinished } from '@millrace/contract/vocabulary';

/** A promotion or rollback. `finished` is 0 while it is unfinished. */
export type Deployment = Pick<Build, 'id' | 'number' | 'status' | 'finished'>;

interface EnvironmentState {
  /** Deployment that runs in the environment. */
  current: Deployment | undefined;
  /** Deployment that ran there before. */
  previous: Deployment | undefined;
  /** Newest deployment that may have changed the environment since, but did not succeed. */
  newest: Deployment | undefined;
}

/**
 * Decides what runs in an environment: the successful deployment that finished last. Its number may be lower than that of
 * others, if its failed stages were restarted later or if it took longer.
 *
 * @param successes successful deployments, by descending number
 * @param recent the newest deployments of any status, by descending number
 */
export function findEnvironmentState(
  successes: readonly Deployment[],
  recent: readonly Deployment[],
): EnvironmentState {
  const [current, previous] = successes.toSorted((a, b) => b.finished - a.finished);
  const isLater = ({ status, finished, number }: Deployment) =>
    !isFinished(status) ||
    (status !== 'success' &&
      (!current ||
        finished > current.finished ||
        (finished === current.finished && number > current.number)));
  return { current, previous, newest: recent.find(isLater) };
}
