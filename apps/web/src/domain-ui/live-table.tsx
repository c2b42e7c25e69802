import type { ReactNode } from 'react';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';

interface LiveTableProps {
  /** False until the rows have been loaded for the first time. */
  isLoaded: boolean;
  /** Error of the last request. Older rows stay. */
  failure: { message: string; isUnreachable: boolean } | undefined;
  onRetry: () => void;
  isEmpty: boolean;
  /** Text if nothing matches the filter; undefined without a filter. */
  noMatch?: string | undefined;
  emptyTitle: string;
  empty: string;
  children: ReactNode;
}

/** A table that is refreshed: with a skeleton at first, and messages if it fails to load or is empty. */
export function LiveTable(props: LiveTableProps) {
  const { isLoaded, failure, onRetry, isEmpty, noMatch, emptyTitle, empty, children } = props;
  if (!isLoaded) {
    return failure ? <LoadFailure {...failure} onRetry={onRetry} /> : <ListSkeleton />;
  }
  if (!isEmpty) return children;
  return noMatch ? (
    <p role="status">{noMatch}</p>
  ) : (
    <EmptyState title={emptyTitle} detail={empty} />
  );
}
