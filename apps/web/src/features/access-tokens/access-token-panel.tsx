import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { Table } from '../../ui/table.tsx';
import { AccessTokenDialog } from './access-token-dialog.tsx';
import { accessTokensQuery, type TokenOwner } from './access-token-queries.ts';
import { AccessTokenRow } from './access-token-row.tsx';
import { accessTokenMessages } from './messages.ts';

/** Lists the access tokens of an account, with buttons to create and revoke them. */
export function AccessTokenPanel({ owner }: { owner: TokenOwner }) {
  const { common } = useMessages();
  const text = useTexts(accessTokenMessages);
  const { data: tokens, error, refetch } = useQuery(accessTokensQuery(owner));
  return (
    <ListPanel
      title={text.title}
      add={text.add}
      hint={owner.login ? text.machineHint : text.hint}
      empty={{ title: text.emptyTitle, detail: text.empty }}
      items={tokens}
      failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
      table={(items) => (
        <Table
          label={text.title}
          columns={[text.name, text.scope, text.repository, text.expires, text.lastUsed]}
          actionsLabel={common.actions}
        >
          {items.map((token) => (
            <AccessTokenRow key={token.id} owner={owner} token={token} />
          ))}
        </Table>
      )}
      dialog={(state) => <AccessTokenDialog owner={owner} {...state} />}
    />
  );
}
