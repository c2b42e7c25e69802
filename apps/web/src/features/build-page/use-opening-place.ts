import type { Build } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { findRunning, focusOf } from '../../domain-ui/build-focus.ts';
import { followState } from '../../domain-ui/build-link.tsx';
import { errorRevealState } from '../../lib/entry-marks.ts';
import { paths } from '../../lib/paths.ts';
import { type BuildView, hasChosenView, searchWithView, viewsOf } from './build-view.ts';

/**
 * Shows a build whose address names no step where viewers most likely look: at its first failed step, at the running one,
 * which the page then follows, or at the summary of a finished build. Returns whether the page is about to go there.
 */
export function useOpeningPlace(slug: string, build: Build | undefined, view: BuildView): boolean {
  const { stage } = useParams();
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const isOpen = stage === undefined && hash === '' && view === 'logs';
  const place = isOpen && build ? findPlace(slug, build, search) : undefined;
  const path = place?.path;
  const state = place?.state;
  useEffect(() => {
    if (path) void navigate(path, { replace: true, state, preventScrollReset: true });
  }, [path, state, navigate]);
  return path !== undefined;
}

function findPlace(slug: string, build: Build, search: string) {
  const focus = focusOf(build);
  if (focus) {
    const running = findRunning(build);
    const isRunning = running?.stage === focus.stage && running.step === focus.step;
    const path = paths.build(slug, build.number, focus.stage, focus.step) + search;
    return { path, state: isRunning ? followState : errorRevealState };
  }
  const hasSummary = isFinished(build.status) && viewsOf(build).includes('summary');
  if (!hasSummary || hasChosenView(search)) return undefined;
  return { path: paths.build(slug, build.number) + searchWithView(search, 'summary'), state: {} };
}
