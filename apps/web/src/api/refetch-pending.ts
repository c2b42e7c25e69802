import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Refetches queries with a pending request once it completes, because its response may be older than the
 * latest event, or than the connection of the stream. By default, failed queries are not refetched.
 */
export async function refetchPending(
  client: QueryClient,
  filters: QueryFilters,
  isDue = ({ state }: Query) => state.status !== 'error',
): Promise<void> {
  const pending = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  await Promise.all(
    pending.map(async (query) => {
      await query.promise?.catch(() => undefined);
      if (!isDue(query)) return;
      // Another caller is already refetching this query.
      if (query.state.fetchStatus === 'fetching') return;
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  );
}
