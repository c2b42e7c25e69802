import type { Build } from '@millrace/contract/api';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import {
  type BuildView,
  isViewNamed,
  readView,
  rememberView,
  searchWithoutView,
  searchWithView,
  viewOfAddress,
  viewsOf,
} from '../features/build-page/build-view.ts';

/** The view of a build that the address asks for; the remembered one where the address asks for none. */
export function useBuildView(build: Build | undefined) {
  const { pathname, search, hash, state } = useLocation();
  const hasStage = useParams().stage !== undefined;
  const navigate = useNavigate();
  // Stays the same while the page is open: going back to an address shows what it showed.
  const [remembered] = useState(readView);
  const asked = viewOfAddress({ search, hash, hasStage });
  const wanted = asked ?? remembered;
  const view = !build || viewsOf(build).includes(wanted) ? wanted : 'logs';

  // The address can then be sent to somebody who prefers another view, and a file in it can be closed.
  const isUnnamed =
    build !== undefined &&
    !isViewNamed({ search, hash, hasStage }) &&
    (asked ? view !== remembered : view !== 'logs');
  useEffect(() => {
    if (!isUnnamed) return;
    navigate(
      { pathname, search: searchWithView(search, view), hash },
      { replace: true, state, preventScrollReset: true },
    );
  }, [isUnnamed, navigate, pathname, search, hash, state, view]);

  const changeView = (next: BuildView) => {
    rememberView(next);
    const isUsual = next === 'logs' && remembered === 'logs';
    const changed = isUsual ? searchWithoutView(search) : searchWithView(search, next);
    navigate({ pathname, search: changed, hash }, { preventScrollReset: true });
  };
  return { view, changeView };
}
