import type { Secret } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import type { Owner } from '../../api/owner.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { hasServerExtras } from '../../lib/server-kind.ts';
import { ListPanel } from '../../ui/list-panel.tsx';
import { Table } from '../../ui/table.tsx';
import { EditSecretDialog } from './edit-secret-dialog.tsx';
import { secretMessages } from './messages.ts';
import { secretCallsOf } from './secret-calls.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { secretsQuery } from './secret-queries.ts';
import { SecretRow } from './secret-row.tsx';
import { SecretUse } from './secret-use.tsx';

interface SecretPanelProps {
  owner: Owner;
  /** Reason why the viewer cannot change them; undefined if they can. */
  locked?: string | undefined;
}

/** The secrets of a repository, of an organization or of the whole server. */
export function SecretPanel({ owner, locked }: SecretPanelProps) {
  const calls = secretCallsOf(owner);
  const { common } = useMessages();
  const text = useTexts(secretMessages);
  const { data: secrets, error, refetch } = useQuery(secretsQuery(calls));
  const [created, setCreated] = useState('');
  const [edited, setEdited] = useState<Secret | null>(null);
  const { title, add, emptyTitle } = text.of[calls.kind];
  return (
    <>
      <ListPanel
        title={title}
        add={add}
        {...(calls.kind === 'server' ? { hint: text.serverHint } : {})}
        locked={locked}
        empty={{ title: emptyTitle, detail: text.empty }}
        items={secrets}
        failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
        table={(items) => (
          <Table
            label={title}
            columns={[
              text.name,
              text.pullRequests,
              ...(hasServerExtras() ? [text.limits, text.lastUsed] : []),
            ]}
            actionsLabel={common.actions}
          >
            {items.map((secret) => (
              <SecretRow
                key={secret.name}
                calls={calls}
                secret={secret}
                isLocked={locked !== undefined}
                onEdit={() => setEdited(secret)}
              />
            ))}
          </Table>
        )}
        dialog={(state) => <SecretDialog calls={calls} {...state} onCreated={setCreated} />}
      />
      {created && <SecretUse name={created} />}
      {edited && <EditSecretDialog calls={calls} secret={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
