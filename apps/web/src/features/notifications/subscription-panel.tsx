import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadState } from '../../api/load-state.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { ListPanel } from '../../ui/list-panel.tsx';
import { Table } from '../../ui/table.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { notificationMessages } from './messages.ts';
import type { ListedSubscription, NotificationCalls } from './notification-calls.ts';
import { subscriptionsQuery } from './notification-queries.ts';
import css from './notifications.module.css';
import { EditSubscriptionDialog, NewSubscriptionDialog } from './subscription-dialog.tsx';
import { SubscriptionRow } from './subscription-row.tsx';

/** Lists the subscriptions of an owner, and the deliveries of the chosen one. */
export function SubscriptionPanel({ calls }: { calls: NotificationCalls }) {
  const { common } = useMessages();
  const text = useTexts(notificationMessages);
  const query = useQuery(subscriptionsQuery(calls));
  const { failure, onRetry } = loadState(query);
  const [edited, setEdited] = useState<ListedSubscription | null>(null);
  const { chosenId, choose, toggle, testedId, setTestedId } = useChosenSubscription();
  const chosen = query.data?.find(({ id }) => id === chosenId);
  return (
    <div className={css.panel}>
      <ListPanel
        title={text.title}
        add={text.add}
        hint={text.hint}
        empty={{
          title: text.emptyTitle,
          detail: calls.isPersonal ? text.emptyOfAccount : text.emptyOfRepo,
        }}
        items={query.data}
        failure={failure && <LoadFailure {...failure} onRetry={onRetry} />}
        table={(items) => (
          <Table
            label={text.title}
            columns={[text.name, text.channel, text.builds]}
            actionsLabel={common.actions}
          >
            {items.map((subscription) => (
              <SubscriptionRow
                key={subscription.id}
                calls={calls}
                subscription={subscription}
                isChosen={subscription.id === chosenId}
                onToggleDeliveries={() => toggle(subscription.id)}
                onEdit={() => setEdited(subscription)}
                onTested={(delivery) => choose(subscription.id, delivery.id)}
              />
            ))}
          </Table>
        )}
        dialog={({ isOpen, onClose }) =>
          isOpen && <NewSubscriptionDialog calls={calls} onClose={onClose} />
        }
      />
      {edited && (
        <EditSubscriptionDialog calls={calls} stored={edited} onClose={() => setEdited(null)} />
      )}
      {chosen && (
        <DeliveryPanel
          key={chosen.id}
          calls={calls}
          subscription={chosen}
          sentId={testedId}
          onSent={setTestedId}
          onClose={() => choose(undefined)}
        />
      )}
    </div>
  );
}

/** State of the subscription whose deliveries are shown. The URL has it, so that links show them. */
function useChosenSubscription() {
  const [parameters, change] = useAddressParameters();
  const [testedId, setTestedId] = useState<number>();
  const choose = (subscription: number | undefined, delivery?: number) => {
    setTestedId(delivery);
    change({ deliveries: subscription?.toString() });
  };
  const chosenId = Number(parameters.get('deliveries'));
  const toggle = (id: number) => choose(id === chosenId ? undefined : id);
  return { chosenId, choose, toggle, testedId, setTestedId };
}
