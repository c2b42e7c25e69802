import { listRunners, type Runner } from '@millrace/contract/api';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { callApi } from '../../api/call-api.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { usePageMessages } from '../../lib/i18n/messages.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import css from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';

/** Placeholder for values that a runner does not have or does not report. */
const none = '–';
const refreshMs = 10_000;

const runnersQuery = queryOptions({
  queryKey: ['runners'],
  queryFn: ({ signal }) => callApi(listRunners, { signal }),
  refetchInterval: refreshMs,
});

/** Lists the connected runners, one row for each type of pipeline that a runner accepts. */
export function RunnerPanel() {
  const { runners: text } = usePageMessages();
  const { data: runners, error, refetch } = useQuery(runnersQuery);
  if (!runners) {
    return error ? <LoadFailure {...describeFailure(error)} onRetry={refetch} /> : <ListSkeleton />;
  }
  if (runners.length === 0) return <EmptyState title={text.emptyTitle} detail={text.empty} />;
  return (
    <Table
      label={text.title}
      columns={[text.name, text.type, text.platform, text.labels, text.steps, text.running]}
    >
      {runners.map((runner) => (
        <tr key={`${runner.name} ${runner.type} ${platformOf(runner)} ${labelsOf(runner)}`}>
          <td className={css.main}>{runner.name}</td>
          <td>{runner.type}</td>
          <td>{platformOf(runner)}</td>
          <td>{labelsOf(runner)}</td>
          <td>{runner.steps || none}</td>
          <td>{text.load(runner.running, runner.capacity)}</td>
        </tr>
      ))}
    </Table>
  );
}

function platformOf({ os, arch, variant }: Runner): string {
  return [os, arch, variant].filter(Boolean).join('/');
}

function labelsOf({ labels }: Runner): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}: ${value}`);
  return pairs.join(', ') || none;
}
