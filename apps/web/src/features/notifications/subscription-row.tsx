import type { Delivery } from '@millrace/contract/api';
import { History, Pencil, Power, Send } from 'lucide';
import { useMessages, usePageMessages } from '../../lib/i18n/messages.tsx';
import { useNotificationMessages } from '../../lib/i18n/notification-messages.ts';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import table from '../../ui/table.module.css';
import type { ListedSubscription, NotificationCalls } from './notification-calls.ts';
import {
  useDeleteSubscription,
  useTestSubscription,
  useToggleSubscription,
} from './notification-mutations.ts';
import css from './notifications.module.css';
import { buildsText, receiverText } from './subscription-view.ts';

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
  const { find } = usePageMessages();
  const text = useNotificationMessages();
  const { subscription } = props;
  const { name, channel, rule, disabled } = subscription;
  return (
    <tr>
      <td className={table.main}>{name}</td>
      <td>
        <div>
          {text.channels[channel]}
          <span className={css.receiver}>{receiverText(subscription, text)}</span>
        </div>
      </td>
      <td>{text.rules[rule]}</td>
      <td>
        <div className={css.wrapped}>{buildsText(subscription, text, find.events)}</div>
      </td>
      <td>{disabled ? text.disabled : text.enabled}</td>
      <Actions {...props} />
    </tr>
  );
}

function Actions(props: SubscriptionRowProps) {
  const { calls, subscription, isChosen, onToggleDeliveries, onEdit, onTested } = props;
  const { common } = useMessages();
  const text = useNotificationMessages();
  const { id, name, disabled } = subscription;
  const toggle = useToggleSubscription(calls, subscription);
  const test = useTestSubscription(calls, id);
  const remove = useDeleteSubscription(calls, id);
  return (
    <RowActions>
      <IconButton
        label={text.deliveriesOf(name)}
        aria-expanded={isChosen}
        onClick={onToggleDeliveries}
      >
        <Icon icon={History} />
      </IconButton>
      <IconButton
        label={text.test(name)}
        disabled={test.isPending}
        onClick={() => test.mutate(undefined, { onSuccess: onTested })}
      >
        <Icon icon={Send} />
      </IconButton>
      <IconButton label={common.edit(name)} onClick={onEdit}>
        <Icon icon={Pencil} />
      </IconButton>
      <IconButton
        label={disabled ? text.enable(name) : text.disable(name)}
        disabled={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        <Icon icon={Power} />
      </IconButton>
      <DeleteButton
        name={name}
        question={text.question}
        detail={text.deleteDetail(name)}
        isDisabled={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </RowActions>
  );
}
