import type { DataTag, QueryClient, QueryKey } from '@tanstack/react-query';
import { refetchPending } from './refetch-pending.ts';

interface Cached<Data> {
  queryKey: DataTag<QueryKey, Data, Error>;
}

/** Has what was read before say what is known now. What was not read before stays so. */
export function updateCached<Data>(
  client: QueryClient,
  { queryKey }: Cached<Data>,
  update: (old: Data) => Data,
): void {
  client.setQueryData<Data>(queryKey, (old) => (old === undefined ? old : update(old)));
  void refetchPending(client, { queryKey, exact: true });
}

/** The same for a list after a change of it that worked: one that could not be read may be readable now. */
export function updateList<Item>(
  client: QueryClient,
  query: Cached<Item[]>,
  update: (old: Item[]) => Item[],
): void {
  if (client.getQueryState(query.queryKey)?.status === 'error') {
    void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  } else updateCached(client, query, update);
}
