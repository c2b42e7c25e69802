import { useMessages, useTexts } from '../lib/i18n/messages.tsx';
import { hasServerExtras } from '../lib/server-kind.ts';
import { Button } from '../ui/button.tsx';
import { AnnouncementBanner } from './announcement-banner.tsx';
import css from './app-frame.module.css';
import { connectionMessages } from './connection-messages.ts';
import { useLiveUpdates } from './use-live-updates.ts';
import { useNewVersion } from './use-new-version.ts';

/** Applies live updates, and shows a notice at the top of the page while its data may be out of date. */
export function ConnectionNotice() {
  const { failure } = useMessages();
  const text = useTexts(connectionMessages);
  const connection = useLiveUpdates();
  const isNewVersion = useNewVersion();
  return (
    <>
      {hasServerExtras() && <AnnouncementBanner />}
      <div className={css.notices} role="status">
        {connection !== 'up' && (
          <p className={css.connection}>
            {connection === 'offline' ? text.offline : text.connectionLost}
          </p>
        )}
        {isNewVersion && (
          <p className={css.connection}>
            {text.newVersion}{' '}
            <Button size="small" onClick={() => location.reload()}>
              {failure.reload}
            </Button>
          </p>
        )}
      </div>
    </>
  );
}
