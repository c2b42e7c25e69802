import { type RepoTestOrder, repoTestOrders } from '@millrace/contract/api';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Select } from '../../ui/select.tsx';
import { testMessages } from './messages.ts';
import { rankingMessages } from './ranking-messages.ts';

interface RepoTestOrderProps {
  sort: RepoTestOrder;
  onChange: (sort: RepoTestOrder) => void;
}

/** Select for which tests come first. */
export function RepoTestOrderSelect({ sort, onChange }: RepoTestOrderProps) {
  const text = useTexts(testMessages);
  const ranking = useTexts(rankingMessages);
  return (
    <Select
      label={text.order}
      value={sort}
      options={repoTestOrders.map((value) => ({ value, label: ranking.orders[value] }))}
      onChange={onChange}
    />
  );
}

/** Parses the order in a query parameter. By default, tests that fail most often come first. */
export function readRepoTestOrder(value: string | null): RepoTestOrder {
  return repoTestOrders.find((order) => order === value) ?? 'failed';
}

/** Returns the query parameter of an order. The default is omitted. */
export function orderParameter(sort: RepoTestOrder): string {
  return sort === 'failed' ? '' : sort;
}
