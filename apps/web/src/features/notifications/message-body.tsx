import type { ChannelKind } from '@millrace/contract/vocabulary';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import { prettyJson, readMail } from './delivery-view.ts';
import { notificationMessages } from './messages.ts';
import css from './notifications.module.css';

interface MessageBodyProps {
  label: string;
  channel: ChannelKind;
  body: string;
}

/** Body of a message: an e-mail as people read it, other bodies as indented JSON. */
export function MessageBody({ label, channel, body }: MessageBodyProps) {
  const text = useTexts(notificationMessages);
  const mail = channel === 'email' ? readMail(body) : undefined;
  if (!mail) return <Snippet label={label} text={prettyJson(body)} />;
  return (
    <div className={css.mail}>
      <p>
        <span className={css.term}>{text.subject}</span> {mail.subject}
      </p>
      <Snippet label={label} text={mail.text} />
    </div>
  );
}
