import type { Subscription } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { useNotificationMessages } from '../../lib/i18n/notification-messages.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import css from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { useResend } from './notification-mutations.ts';
import { deliveriesQuery, type RepoName } from './notification-queries.ts';

interface DeliveryListProps {
  repo: RepoName;
  subscription: Subscription;
}

/** Lists the recent messages of a subscription. */
export function DeliveryList({ repo, subscription: { id, name } }: DeliveryListProps) {
  const { common } = useMessages();
  const text = useNotificationMessages();
  const { data: deliveries, error, refetch } = useQuery(deliveriesQuery(repo, id));
  const resend = useResend(repo, id);
  if (error) return <LoadFailure {...describeFailure(error)} onRetry={refetch} />;
  if (!deliveries) return <ListSkeleton />;
  if (deliveries.length === 0) {
    return <EmptyState title={text.deliveriesOf(name)} detail={text.noDeliveries} />;
  }
  return (
    <Table
      label={text.deliveriesOf(name)}
      columns={[text.message, text.status, text.tries, text.response, text.time]}
      actionsLabel={common.actions}
    >
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <td className={css.main}>
            {delivery.build === 0 ? text.testMessage : text.build(delivery.build)}
          </td>
          <td>{text.statuses[delivery.status]}</td>
          <td>{delivery.tries}</td>
          <td>{delivery.error || delivery.response_status}</td>
          <td>
            <RelativeTime timeSec={delivery.created} />
          </td>
          <td className={css.actions}>
            <Button
              kind="ghost"
              size="small"
              disabled={delivery.status === 'waiting' || resend.isPending}
              onClick={() => resend.mutate(delivery.id)}
            >
              {text.resend}
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}
