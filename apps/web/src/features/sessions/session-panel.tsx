import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Section } from '../../ui/section.tsx';
import { Table } from '../../ui/table.tsx';
import { sessionListMessages } from './messages.ts';
import { useEndSessions } from './session-list-mutations.ts';
import { type SessionOwner, sessionListQuery } from './session-list-queries.ts';
import { SessionRow } from './session-row.tsx';

/** Lists the sessions of an account, with buttons to end them. */
export function SessionPanel({ owner }: { owner: SessionOwner }) {
  const { common } = useMessages();
  const text = useTexts(sessionListMessages);
  const { data: sessions, error, refetch } = useQuery(sessionListQuery(owner));
  const hasOthers = sessions?.some(({ current }) => !current) ?? false;
  return (
    <Section title={text.title} action={hasOthers && <EndSessionsButton owner={owner} />}>
      {!owner.login && <p>{text.hint}</p>}
      {!sessions &&
        (error ? <LoadFailure {...describeFailure(error)} onRetry={refetch} /> : <ListSkeleton />)}
      {sessions?.length === 0 && <p>{text.none}</p>}
      {sessions && sessions.length > 0 && (
        <Table
          label={text.title}
          columns={[text.browser, text.address, text.signedIn, text.lastSeen, text.expires]}
          actionsLabel={common.actions}
        >
          {sessions.map((session) => (
            <SessionRow key={session.id} owner={owner} session={session} />
          ))}
        </Table>
      )}
    </Section>
  );
}

function EndSessionsButton({ owner }: { owner: SessionOwner }) {
  const text = useTexts(sessionListMessages);
  const [isConfirming, setIsConfirming] = useState(false);
  const end = useEndSessions(owner);
  const action = owner.login ? text.endAll : text.endOthers;
  return (
    <>
      <Button disabled={end.isPending} onClick={() => setIsConfirming(true)}>
        {action}
      </Button>
      <ConfirmDialog
        question={text.endAllQuestion}
        detail={text.endAllDetail}
        action={action}
        isOpen={isConfirming}
        onConfirm={() => end.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
