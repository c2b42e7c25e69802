import type { Build } from '@millrace/contract/api';
import type { LogQuery } from '@millrace/contract/log-pattern';
import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readLogSearch, writeLogSearch } from '../features/log-search/log-search-address.ts';
import { LogSearchButton } from '../features/log-search/log-search-button.tsx';
import { hasExtras } from '../lib/server-extras.ts';

const noQuery: LogQuery = { text: '', isRegExp: false, matchesCase: false };

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
