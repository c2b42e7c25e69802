import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';
import { refetchPending } from './refetch-pending.ts';

interface Cached<Data> {
  queryKey: DataTag<QueryKey, Data, Error>;
}

/**
 * Updates cached data after a change or an event. Does nothing to queries that have no data yet, except to
 * refetch pending ones.
 */
export function updateCached<Data>(
  client: QueryClient,
  { queryKey }: Cached<Data>,
  update: (old: Data) => Data,
): void {
  client.setQueryData<Data>(queryKey, (old) => (old === undefined ? old : update(old)));
  void refetchPending(client, { queryKey, exact: true });
}

/** Updates a cached list after a successful change. Refetches it instead if it could not be loaded before. */
export function updateList<Item>(
  client: QueryClient,
  query: Cached<Item[]>,
  update: (old: Item[]) => Item[],
): void {
  if (client.getQueryState(query.queryKey)?.status === 'error') {
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  } else updateCached(client, query, update);
}
