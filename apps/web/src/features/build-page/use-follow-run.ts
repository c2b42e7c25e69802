import type { Build } from '@millrace/contract/api';
import { hasFailed } from '@millrace/contract/vocabulary';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { findRunning } from '../../domain-ui/build-focus.ts';
import { followState } from '../../domain-ui/build-link.tsx';
import type { Selection } from '../../domain-ui/build-stages.ts';
import { hasMark } from '../../lib/entry-marks.ts';
import { paths } from '../../lib/paths.ts';

/**
 * Selects the next running step when the selected one is not running, until the user selects a step. A failed step stays
 * selected: it is what the user waits for.
 */
export function useFollowRun(slug: string, build: Build | undefined, selected?: Selection): void {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const step = selected?.step;
  const isHeld = step && (step.status === 'running' || (hasFailed(step.status) && !step.errignore));
  const next = build && !isHeld && hasMark(state, followState) ? findRunning(build) : undefined;
  const path = next && build && paths.build(slug, build.number, next.stage, next.step);
  useEffect(() => {
    if (path) navigate(path + search, { replace: true, state, preventScrollReset: true });
  }, [path, search, state, navigate]);
}
