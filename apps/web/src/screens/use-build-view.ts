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

/** Returns the view of a build that the URL names, or else the stored preference. */
export function useBuildView(build: Build | undefined) {
  const { pathname, search, hash, state } = useLocation();
  const hasStage = useParams().stage !== undefined;
  const navigate = useNavigate();
  // Read only once: going back to an earlier URL must show the same view as before.
  const [remembered] = useState(readView);
  const named = viewOfAddress({ search, hash, hasStage });
  const wanted = named ?? remembered;
  const view = !build || viewsOf(build).includes(wanted) ? wanted : 'logs';

  // Adds the view to the URL, so that a shared link opens the same view despite another stored preference,
  // and an opened file can be closed.
  const isViewMissing =
    build !== undefined &&
    !isViewNamed({ search, hash, hasStage }) &&
    (named ? view !== remembered : view !== 'logs');
  useEffect(() => {
    if (!isViewMissing) return;
    navigate(
      { pathname, search: searchWithView(search, view), hash },
      { replace: true, state, preventScrollReset: true },
    );
  }, [isViewMissing, navigate, pathname, search, hash, state, view]);

  const addressOf = (next: BuildView) => {
    const isDefault = next === 'logs' && remembered === 'logs';
    const changed = isDefault ? searchWithoutView(search) : searchWithView(search, next);
    return { pathname, search: changed, hash };
  };
  const changeView = (next: BuildView) => {
    rememberView(next);
    navigate(addressOf(next), { preventScrollReset: true });
  };
  return { view, addressOf, changeView };
}
