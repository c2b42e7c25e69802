import type { Delivery } from '@millrace/contract/api';
import { History } from 'lucide';
import { useState } from 'react';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import table from '../../ui/table.module.css';
import { notificationMessages } from './messages.ts';
import type { ListedSubscription, NotificationCalls } from './notification-calls.ts';
import {
  useDeleteSubscription,
  useTestSubscription,
  useToggleSubscription,
} from './notification-mutations.ts';
import css from './notifications.module.css';
import { SubscriptionMenu } from './subscription-menu.tsx';
import { filterText, receiverText } from './subscription-view.ts';
import { TwoLines } from './two-lines.tsx';

interface SubscriptionRowProps {
  calls: NotificationCalls;
  subscription: ListedSubscription;
  /** Whether its deliveries are shown. */
  isChosen: boolean;
  onToggleDeliveries: () => void;
  onEdit: () => void;
  onTested: (delivery: Delivery) => void;
}

export function SubscriptionRow(props: SubscriptionRowProps) {
  const find = useTexts(findMessages);
  const text = useTexts(notificationMessages);
  const { subscription, isChosen, onToggleDeliveries } = props;
  const { name, channel, rule, disabled } = subscription;
  return (
    <tr className={css.row}>
      <td className={table.main}>
        <TwoLines detail={disabled ? text.disabled : text.enabled}>{name}</TwoLines>
      </td>
      <td>
        <TwoLines detail={receiverText(subscription, text)}>{text.channels[channel]}</TwoLines>
      </td>
      <td>
        <TwoLines detail={filterText(subscription, text, find.events)}>{text.rules[rule]}</TwoLines>
      </td>
      <RowActions>
        <IconButton
          label={text.deliveriesOf(name)}
          aria-expanded={isChosen}
          onClick={onToggleDeliveries}
        >
          <Icon icon={History} />
        </IconButton>
        <Actions {...props} />
      </RowActions>
    </tr>
  );
}

function Actions({ calls, subscription, onEdit, onTested }: SubscriptionRowProps) {
  const { common } = useMessages();
  const text = useTexts(notificationMessages);
  const [isConfirming, setIsConfirming] = useState(false);
  const { id, name } = subscription;
  const toggle = useToggleSubscription(calls, subscription);
  const test = useTestSubscription(calls, id);
  const remove = useDeleteSubscription(calls, id);
  return (
    <>
      <SubscriptionMenu
        subscription={subscription}
        isBusy={toggle.isPending || test.isPending || remove.isPending}
        onTest={() => test.mutate(undefined, { onSuccess: onTested })}
        onEdit={onEdit}
        onToggle={() => toggle.mutate()}
        onDelete={() => setIsConfirming(true)}
      />
      <ConfirmDialog
        question={text.question}
        detail={text.deleteDetail(name)}
        action={common.delete}
        isOpen={isConfirming}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
