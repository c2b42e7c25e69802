import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Asks again for what is being asked for right now, once its answer is there: that answer may be
 * older than what the event stream says, or than the stream itself. By default an answer that is a
 * failure is final.
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
      // Somebody else asks again already.
      if (query.state.fetchStatus === 'fetching') return;
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  );
}
