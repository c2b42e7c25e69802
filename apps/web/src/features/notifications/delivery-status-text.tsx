import type { DeliveryStatus } from '@millrace/contract/vocabulary';
import { CircleAlert, CircleCheck, Clock, Inbox } from 'lucide';
import { classNames } from '../../lib/class-names.ts';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { notificationMessages } from './messages.ts';
import css from './notifications.module.css';

const icons = {
  held: Inbox,
  digested: Inbox,
  waiting: Clock,
  sent: CircleCheck,
  failed: CircleAlert,
};

export function DeliveryStatusText({ status }: { status: DeliveryStatus }) {
  const text = useTexts(notificationMessages);
  return (
    <span className={classNames(css.status, css[status])}>
      <Icon icon={icons[status]} />
      {text.statuses[status]}
    </span>
  );
}
