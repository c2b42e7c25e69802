import { useMessages } from '../lib/i18n/messages.tsx';
import css from './app-frame.module.css';
import type { Connection } from './use-live-updates.ts';

/** Says that what is shown may be old, for as long as it may be. */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const { failure } = useMessages();
  return (
    <div role="status">
      {connection !== 'up' && (
        <p className={css.connection}>
          {connection === 'offline' ? failure.offline : failure.connectionLost}
        </p>
      )}
    </div>
  );
}
