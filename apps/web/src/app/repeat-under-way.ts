import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Asks again for what is being asked for right now, once its answer is there: that answer may be
 * older than what the event stream says, or than the stream itself.
 */
export async function repeatUnderWay(client: QueryClient, filters: QueryFilters): Promise<void> {
  const underWay = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  await Promise.all(
    underWay.map(async (query) => {
      await query.promise?.catch(() => undefined);
      // Somebody else asks again already.
      if (query.state.fetchStatus === 'fetching') return;
      await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }),
  );
}
