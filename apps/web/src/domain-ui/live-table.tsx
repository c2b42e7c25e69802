import type { ReactNode } from 'react';
import { describeFailure } from '../api/api-error.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailure } from './load-failure.tsx';

interface LiveTableProps {
  /** Result of the query; its data may be older than its error. */
  query: { data: unknown; error: Error | null; refetch: () => unknown };
  isEmpty: boolean;
  /** Text if nothing matches the filter; undefined without a filter. */
  noMatch?: string | undefined;
  emptyTitle: string;
  empty: string;
  children: ReactNode;
}

/** A table that is refreshed: with a skeleton at first, and messages if it fails to load or is empty. */
export function LiveTable(props: LiveTableProps) {
  const { query, isEmpty, noMatch, emptyTitle, empty, children } = props;
  const { data, error, refetch } = query;
  if (!data) {
    return error ? <LoadFailure {...describeFailure(error)} onRetry={refetch} /> : <ListSkeleton />;
  }
  if (!isEmpty) return children;
  return noMatch ? (
    <p role="status">{noMatch}</p>
  ) : (
    <EmptyState title={emptyTitle} detail={empty} />
  );
}
