import type { ChannelKind } from '@millrace/contract/vocabulary';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { MessageBody } from './message-body.tsx';
import { notificationMessages } from './messages.ts';
import type { NotificationCalls, PreviewRequest } from './notification-calls.ts';
import { usePreview } from './notification-mutations.ts';
import css from './notifications.module.css';

interface MessagePreviewProps {
  calls: NotificationCalls;
  channel: ChannelKind;
}

/** Shows the message that a channel would send. Changes nothing. */
export function MessagePreview({ calls, channel }: MessagePreviewProps) {
  const text = useTexts(notificationMessages);
  const { mutate, data, variables, isPending } = usePreview(calls);
  const show = (kind: PreviewRequest['kind']) => mutate({ channel, kind });
  const describe = variables?.kind === 'digest' ? text.shownDigest : text.shownBuild;
  return (
    <FieldGroup title={text.preview}>
      <div className={css.buttons}>
        <Button size="small" disabled={isPending} onClick={() => show('build')}>
          {text.previewBuild}
        </Button>
        <Button size="small" disabled={isPending} onClick={() => show('digest')}>
          {text.previewDigest}
        </Button>
      </div>
      <p role="status" className={css.note}>
        {data && describe(text.channels[channel])}
      </p>
      {data && <MessageBody label={text.preview} channel={channel} body={data.body} />}
    </FieldGroup>
  );
}
