import type { Build } from '@millrace/contract/api';
import { hasFailed } from '@millrace/contract/vocabulary';
import { Link, type LinkProps } from 'react-router';
import { errorRevealState } from '../lib/entry-marks.ts';
import { focusPath } from './build-focus.ts';

interface BuildLinkProps extends Omit<LinkProps, 'to' | 'state'> {
  slug: string;
  build: Build;
}

/** History state with which the page selects the next running step whenever a step finishes, until one has failed. */
export const followState = { followsRun: true } as const;

/** Links to the first error of a failed build, or to the failed or running step of a running one. */
export function BuildLink({ slug, build, ...link }: BuildLinkProps) {
  return <Link {...link} {...buildTarget(slug, build)} />;
}

/** Returns the path of a link to a build, and the state of its history entry. */
export function buildTarget(slug: string, build: Build) {
  return { to: focusPath(slug, build), state: stateOf(build) };
}

function stateOf({ status }: Build) {
  if (status === 'running') return followState;
  return hasFailed(status) ? errorRevealState : undefined;
}
