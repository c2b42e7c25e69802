import type { Delivery } from '@millrace/contract/api';
import type { ChannelKind } from '@millrace/contract/vocabulary';
import { FileText, RotateCw } from 'lucide';
import { Link } from 'react-router';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RowActions } from '../../ui/row-actions.tsx';
import table from '../../ui/table.module.css';
import { DeliveryStatusText } from './delivery-status-text.tsx';
import { deliveryName, resultText } from './delivery-view.ts';
import { notificationMessages } from './messages.ts';
import css from './notifications.module.css';
import { TwoLines } from './two-lines.tsx';

interface DeliveryRowProps {
  delivery: Delivery;
  channel: ChannelKind;
  /** Whether a message is being requested again. */
  isSending: boolean;
  onOpen: () => void;
  onResend: () => void;
}

export function DeliveryRow(props: DeliveryRowProps) {
  const { delivery, channel, isSending, onOpen, onResend } = props;
  const text = useTexts(notificationMessages);
  const { repo, build, status, tries, created } = delivery;
  const name = deliveryName(delivery, text);
  const isFinished = status === 'sent' || status === 'failed';
  return (
    <tr className={css.row}>
      <td className={table.main}>
        <TwoLines detail={<RelativeTime timeSec={created} />}>
          {build > 0 ? (
            <Link className={table.link} to={paths.build(repo, build)}>
              {name}
            </Link>
          ) : (
            name
          )}
        </TwoLines>
      </td>
      <td>
        <TwoLines detail={tries > 0 && text.tries(tries)}>
          <DeliveryStatusText status={status} />
        </TwoLines>
      </td>
      <td>
        <div className={css.cell}>{resultText(delivery, channel, text) || '–'}</div>
      </td>
      <RowActions>
        <IconButton label={text.details(name)} onClick={onOpen}>
          <Icon icon={FileText} />
        </IconButton>
        <IconButton
          label={text.resend(name)}
          disabled={!isFinished || isSending}
          onClick={onResend}
        >
          <Icon icon={RotateCw} />
        </IconButton>
      </RowActions>
    </tr>
  );
}
