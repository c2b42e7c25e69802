import type { Session } from '@millrace/contract/api';
import { RelativeTime } from '../../domain-ui/relative-time.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import table from '../../ui/table.module.css';
import { sessionListMessages } from './messages.ts';
import { useEndSession } from './session-list-mutations.ts';
import type { SessionOwner } from './session-list-queries.ts';

export function SessionRow({ owner, session }: { owner: SessionOwner; session: Session }) {
  const text = useTexts(sessionListMessages);
  const end = useEndSession(owner);
  const { id, address, created, last_seen, expires, current } = session;
  const browser = session.browser || text.unknown;
  return (
    <tr>
      <td className={table.main} title={browser}>
        {browser}
      </td>
      <td>{address || text.unknown}</td>
      <td>{created > 0 ? <RelativeTime timeSec={created} /> : text.unknown}</td>
      <td>
        {current && text.current}
        {!current && (last_seen > 0 ? <RelativeTime timeSec={last_seen} /> : text.unknown)}
      </td>
      <td>
        <RelativeTime timeSec={expires} />
      </td>
      <td className={table.actions}>
        {!current && (
          <DeleteButton
            name={browser}
            words={{ button: text.endNamed(browser), action: text.end }}
            question={text.endQuestion}
            detail={text.endDetail}
            onConfirm={() => end.mutate(id)}
          />
        )}
      </td>
    </tr>
  );
}
