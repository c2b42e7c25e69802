import type { Delivery } from '@millrace/contract/api';
import type { ChannelKind } from '@millrace/contract/vocabulary';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import form from '../../ui/dialog-form.module.css';
import { Snippet } from '../../ui/snippet.tsx';
import { DeliveryStatusText } from './delivery-status-text.tsx';
import { deliveryName, prettyJson, resultText } from './delivery-view.ts';
import { MessageBody } from './message-body.tsx';
import { notificationMessages } from './messages.ts';
import css from './notifications.module.css';

interface DeliveryDialogProps {
  delivery: Delivery;
  channel: ChannelKind;
  onClose: () => void;
}

/** Shows what was sent and what the receiver answered, as text. */
export function DeliveryDialog({ delivery, channel, onClose }: DeliveryDialogProps) {
  const { common } = useMessages();
  const text = useTexts(notificationMessages);
  const { status, tries, tried, request, response } = delivery;
  return (
    <Dialog title={deliveryName(delivery, text)} isOpen onClose={onClose}>
      <div className={form.body}>
        <dl className={css.facts}>
          <dt>{text.status}</dt>
          <dd>
            <DeliveryStatusText status={status} />
            {tries > 0 && `, ${text.tries(tries)}`}
          </dd>
          {tried > 0 && (
            <>
              <dt>{text.lastTry}</dt>
              <dd>
                <RelativeTime timeSec={tried} />
              </dd>
            </>
          )}
          <dt>{text.response}</dt>
          <dd>{resultText(delivery, channel, text) || '–'}</dd>
        </dl>
        <Part title={text.request} missing={text.notSentYet}>
          {request && <MessageBody label={text.request} channel={channel} body={request} />}
        </Part>
        <Part title={text.response} missing={text.noResponse}>
          {response && <Snippet label={text.response} text={prettyJson(response)} />}
        </Part>
      </div>
      <div className={form.footer}>
        <Button onClick={onClose}>{common.close}</Button>
      </div>
    </Dialog>
  );
}

function Part(props: { title: string; missing: string; children: ReactNode }) {
  const { title, missing, children } = props;
  return (
    <section>
      <h3 className={css.heading}>{title}</h3>
      {children || <p className={css.note}>{missing}</p>}
    </section>
  );
}
