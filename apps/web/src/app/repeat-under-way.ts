import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Asks again for what is being asked for right now, once its answer is there: that answer may be
 * older than what the event stream says, or than the stream itself. An answer that is a failure is
 * final, besides `evenFailed`.
 */
export async function repeatUnderWay(
  client: QueryClient,
  filters: QueryFilters,
  evenFailed = false,
): Promise<void> {
  const underWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  await Promise.all(
    underWay.map(async (query) => {
      await query.promise?.catch(() => undefined);
      if (query.state.status === 'error' && !evenFailed) return;
      // Somebody else asks again already.
      if (query.state.fetchStatus === 'fetching') return;
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  );
}
