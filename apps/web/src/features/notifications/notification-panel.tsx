import type { Subscription } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { useNotificationMessages } from '../../lib/i18n/notification-messages.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import css from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { DeliveryList } from './delivery-list.tsx';
import { useDeleteSubscription, useTestSubscription } from './notification-mutations.ts';
import { type RepoName, subscriptionsQuery } from './notification-queries.ts';
import { SubscriptionDialog } from './subscription-dialog.tsx';

/** Lists the subscriptions of a repository, and the deliveries of the chosen one. */
export function NotificationPanel({ repo }: { repo: RepoName }) {
  const { common } = useMessages();
  const text = useNotificationMessages();
  const { data: subscriptions, error, refetch } = useQuery(subscriptionsQuery(repo));
  const [chosenId, setChosenId] = useState<number>();
  const chosen = subscriptions?.find(({ id }) => id === chosenId);
  return (
    <>
      <ListPanel
        title={text.title}
        add={text.add}
        empty={{ title: text.emptyTitle, detail: text.empty }}
        items={subscriptions}
        failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
        table={(items) => (
          <Table
            label={text.title}
            columns={[text.name, text.channel, text.host, text.rule]}
            actionsLabel={common.actions}
          >
            {items.map((subscription) => (
              <SubscriptionRow
                key={subscription.id}
                repo={repo}
                subscription={subscription}
                onChoose={() => setChosenId(subscription.id)}
              />
            ))}
          </Table>
        )}
        dialog={(state) => <SubscriptionDialog repo={repo} {...state} />}
      />
      {chosen && <DeliveryList key={chosen.id} repo={repo} subscription={chosen} />}
    </>
  );
}

interface SubscriptionRowProps {
  repo: RepoName;
  subscription: Subscription;
  onChoose: () => void;
}

function SubscriptionRow({ repo, subscription, onChoose }: SubscriptionRowProps) {
  const text = useNotificationMessages();
  const remove = useDeleteSubscription(repo);
  const test = useTestSubscription(repo);
  const { id, name, channel, host, rule } = subscription;
  const sendTest = () => test.mutate(id, { onSuccess: onChoose });
  return (
    <tr>
      <td className={css.main}>{name}</td>
      <td>{text.channels[channel]}</td>
      <td className={css.mono}>{host}</td>
      <td>{text.rules[rule]}</td>
      <td className={css.actions}>
        <Button kind="ghost" size="small" aria-label={text.deliveriesOf(name)} onClick={onChoose}>
          {text.deliveries}
        </Button>
        <Button
          kind="ghost"
          size="small"
          aria-label={text.testNamed(name)}
          disabled={test.isPending}
          onClick={sendTest}
        >
          {text.test}
        </Button>
        <DeleteButton
          name={name}
          question={text.question}
          detail={text.deleteDetail(name)}
          onConfirm={() => remove.mutate(id)}
        />
      </td>
    </tr>
  );
}
