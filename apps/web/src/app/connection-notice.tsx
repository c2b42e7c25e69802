import { useMessages } from '../lib/i18n/messages.tsx';
import { Button } from '../ui/button.tsx';
import css from './app-frame.module.css';
import type { Connection } from './use-live-updates.ts';
import { useNewVersion } from './use-new-version.ts';

/** Stays at the top of the page while what it shows may be old. */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const { failure } = useMessages();
  const isNewVersion = useNewVersion();
  return (
    <div className={css.notices} role="status">
      {connection !== 'up' && (
        <p className={css.connection}>
          {connection === 'offline' ? failure.offline : failure.connectionLost}
        </p>
      )}
      {isNewVersion && (
        <p className={css.connection}>
          {failure.newVersion}{' '}
          <Button size="small" onClick={() => location.reload()}>
            {failure.reload}
          </Button>
        </p>
      )}
    </div>
  );
}
