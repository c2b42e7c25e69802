import type { DefaultBranch } from '@millrace/contract/api';
import type { RepoEvent } from '@millrace/contract/stream';
import { hasFailed, isFinished } from '@millrace/contract/vocabulary';
import { branchRef } from '@millrace/pipeline/git-ref';

/**
 * Returns whether an event may change an earlier part of the history of a default branch, which only the server knows:
 * a restart, or a build that finishes after a newer one.
 */
export function isHistoryChanged(states: readonly DefaultBranch[], event: RepoEvent): boolean {
  const { build } = event;
  const state = states.find(({ slug }) => slug === event.slug);
  if (!isOfDefaultBranch(event) || !isFinished(build.status) || build.event !== 'push')
    return false;
  return (build.parent ?? 0) > 0 || build.number < (state?.number ?? 0);
}

/** Applies an event to the states of default branches, if its build is the newest push of one. */
export function updateDefaultBranches(states: DefaultBranch[], event: RepoEvent): DefaultBranch[] {
  const { slug, default_branch: branch, build } = event;
  const index = states.findIndex((state) => state.slug === slug);
  const known = states[index];
  if (!isOfDefaultBranch(event) || (build.parent ?? 0) > 0 || build.number < (known?.number ?? 0)) {
    return states;
  }
  // Other builds are only the state of a branch without pushes.
  const isLine = build.event === 'push';
  if (!isLine && known?.event === 'push') return states;
  const { number, status } = build;
  const earlier = isLine && known?.event !== 'push' ? undefined : known;
  const state = { slug, branch, number, event: build.event, status, ...resultOf(event, earlier) };
  return index < 0 ? [...states, state] : states.with(index, state);
}

function resultOf(
  { build: { status, number, event } }: RepoEvent,
  known: DefaultBranch | undefined,
): Pick<DefaultBranch, 'result' | 'failing_since'> {
  if (status === 'success') return { result: status };
  const { result, failing_since: since } = known ?? {};
  if (!hasFailed(status)) {
    return { ...(result && { result }), ...(since !== undefined && { failing_since: since }) };
  }
  const failing = { result: status as 'failure' | 'error' };
  if (event !== 'push') return failing;
  const wasFailing = result !== undefined && result !== 'success';
  const first = wasFailing ? since : number;
  return { ...failing, ...(first !== undefined && { failing_since: first }) };
}

function isOfDefaultBranch({ active, default_branch: branch, build }: RepoEvent): boolean {
  return active && !build.bisection && build.ref === branchRef(branch);
}
