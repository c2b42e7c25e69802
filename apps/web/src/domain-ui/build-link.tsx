import type { Build } from '@millrace/contract/api';
import { hasFailed } from '@millrace/contract/vocabulary';
import { Link, type LinkProps } from 'react-router';
import { errorRevealState } from '../lib/entry-marks.ts';
import { focusPath } from './build-focus.ts';

interface BuildLinkProps extends Omit<LinkProps, 'to' | 'state'> {
  slug: string;
  build: Build;
}

/** Marks an entry of the history that goes on with the step that runs next. */
export const followState = { followsRun: true } as const;

/** Leads to the first error of a build that failed, and to the step that runs in one that goes on. */
export function BuildLink({ slug, build, ...link }: BuildLinkProps) {
  return <Link {...link} {...buildTarget(slug, build)} />;
}

/** Address of a link to a build, and the state of its history entry. */
export function buildTarget(slug: string, build: Build) {
  return { to: focusPath(slug, build), state: stateOf(build) };
}

function stateOf({ status }: Build) {
  if (status === 'running') return followState;
  return hasFailed(status) ? errorRevealState : undefined;
}
