import type { Build } from '@millrace/contract/api';
import type { LogQuery } from '@millrace/contract/log-pattern';
import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { consoleState } from '../domain-ui/build-address.ts';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { writeLineRange } from '../features/console/line-range.ts';
import { revealState } from '../features/console/use-line-link.ts';
import { readLogSearch, writeLogSearch } from '../features/log-search/log-search-address.ts';
import { LogSearchButton } from '../features/log-search/log-search-button.tsx';
import type { SearchedBuild } from '../features/log-search/log-search-queries.ts';
import type { PlacedHit } from '../features/log-search/log-search-view.ts';
import { paths } from '../lib/paths.ts';
import { hasExtras } from '../lib/server-extras.ts';

const LogSearchPanel = lazyPart(
  () => import('../features/log-search/log-search-panel.tsx'),
  'LogSearchPanel',
);

const noQuery: LogQuery = { text: '', isRegExp: false, matchesCase: false };
const hitState = { ...consoleState, ...revealState };

export interface BuildLogSearch {
  query: LogQuery;
  change: (query: LogQuery) => void;
  open: () => void;
  close: () => void;
  isOpen: boolean;
  /** Whether it was closed on this page. The button that opens it then takes the focus. */
  wasClosed: boolean;
}

/**
 * Returns the log search of a build, whose state is part of the URL. Returns null if the server does not
 * support it.
 */
export function useBuildLogSearch(build: Build | undefined): BuildLogSearch | null {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [wasClosed, setWasClosed] = useState(false);
  const go = useCallback(
    (query: LogQuery | null) =>
      navigate(
        { pathname, hash, search: writeLogSearch(search, query) },
        { replace: true, state: { ...state, revealsLine: false }, preventScrollReset: true },
      ),
    [navigate, pathname, hash, search, state],
  );
  const open = useCallback(() => go(noQuery), [go]);
  if (!hasExtras(build)) return null;
  const query = readLogSearch(search);
  return {
    query: query ?? noQuery,
    isOpen: query !== null,
    wasClosed,
    // Ignore changes after closing: the field may still be mounted during the closing animation.
    change: (changed) => {
      if (query) go(changed);
    },
    open,
    close: () => {
      setWasClosed(true);
      go(null);
    },
  };
}

export function OpenLogSearch({ search }: { search: BuildLogSearch }) {
  return <LogSearchButton takesFocus={search.wasClosed} onOpen={search.open} />;
}

interface LogSearchProps {
  search: BuildLogSearch;
  repo: SearchedBuild;
  build: Build;
  /** Whether the log is visible beside the search. */
  isBesideLog: boolean;
}

export function LogSearch({ search, repo, build, isBesideLog }: LogSearchProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const slug = `${repo.namespace}/${repo.name}`;
  const linkTo = ({ stage, step, hit }: PlacedHit) =>
    paths.build(slug, build.number, stage, step) +
    location.search +
    writeLineRange({ from: hit.pos, to: hit.pos });
  return (
    <LogSearchPanel
      repo={repo}
      build={build}
      query={search.query}
      onChange={search.change}
      onClose={search.close}
      linkTo={linkTo}
      linkState={hitState}
      onShow={
        isBesideLog ? (hit) => navigate(linkTo(hit), { replace: true, state: hitState }) : null
      }
    />
  );
}
