import type { Delivery } from '@millrace/contract/api';
import type { ChannelKind } from '@millrace/contract/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import { loadState } from '../../api/load-state.ts';
import { LiveTable } from '../../domain-ui/live-table.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryRow } from './delivery-row.tsx';
import { outcomeText } from './delivery-view.ts';
import { notificationMessages } from './messages.ts';
import type { ListedSubscription, NotificationCalls } from './notification-calls.ts';
import { useResend } from './notification-mutations.ts';
import { deliveriesQuery } from './notification-queries.ts';
import css from './notifications.module.css';

interface DeliveryPanelProps {
  calls: NotificationCalls;
  subscription: ListedSubscription;
  /** Message that was sent by hand, whose result is announced. */
  sentId: number | undefined;
  onSent: (delivery: number) => void;
  onClose: () => void;
}

/** Lists the recent messages of a subscription. */
export function DeliveryPanel(props: DeliveryPanelProps) {
  const { calls, subscription, sentId, onSent, onClose } = props;
  const { common } = useMessages();
  const text = useTexts(notificationMessages);
  const { id, name, channel } = subscription;
  const query = useQuery(deliveriesQuery(calls, id));
  const deliveries = query.data ?? [];
  const resend = useResend(calls, id);
  const [openedId, setOpenedId] = useState<number>();
  const find = (wanted: number | undefined) => deliveries.find((each) => each.id === wanted);
  const opened = find(openedId);
  const panel = useScrollIntoView();
  const sendAgain = (delivery: Delivery) =>
    resend.mutate(delivery.id, { onSuccess: (sent) => onSent(sent.id) });
  return (
    <div ref={panel} className={css.deliveries}>
      <Section
        title={text.deliveriesOf(name)}
        action={
          <IconButton label={text.hideDeliveries(name)} onClick={onClose}>
            <Icon icon={X} />
          </IconButton>
        }
      >
        <Outcome delivery={find(sentId)} channel={channel} />
        <LiveTable
          {...loadState(query)}
          isEmpty={deliveries.length === 0}
          emptyTitle={text.noDeliveriesTitle}
          empty={text.noDeliveries}
        >
          <Table
            label={text.deliveriesOf(name)}
            columns={[text.message, text.status, text.response]}
            actionsLabel={common.actions}
          >
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                channel={channel}
                isSending={resend.isPending}
                onOpen={() => setOpenedId(delivery.id)}
                onResend={() => sendAgain(delivery)}
              />
            ))}
          </Table>
        </LiveTable>
      </Section>
      {opened && (
        <DeliveryDialog
          delivery={opened}
          channel={channel}
          onClose={() => setOpenedId(undefined)}
        />
      )}
    </div>
  );
}

/** Returns a reference to an element that is scrolled into view when it appears. */
function useScrollIntoView() {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return element;
}

/** Announces the result of a message that was sent by hand. */
function Outcome(props: { delivery: Delivery | undefined; channel: ChannelKind }) {
  const { delivery, channel } = props;
  const text = useTexts(notificationMessages);
  return (
    <p role="status" className={css.outcome}>
      {delivery && outcomeText(delivery, channel, text)}
    </p>
  );
}
