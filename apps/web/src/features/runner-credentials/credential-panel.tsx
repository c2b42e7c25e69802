import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { describeOwner, type Owner } from '../../api/owner.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { Table } from '../../ui/table.tsx';
import { AddRunnerDialog } from './add-runner-dialog.tsx';
import { credentialsQuery } from './credential-queries.ts';
import { CredentialRow } from './credential-row.tsx';
import { runnerCredentialMessages } from './messages.ts';

interface CredentialPanelProps {
  owner: Owner;
  /** Reason why the viewer cannot change them; undefined if they can. */
  locked?: string | undefined;
}

/** The runners of a repository or an organization; for the whole server, all that have credentials of their own. */
export function CredentialPanel({ owner, locked }: CredentialPanelProps) {
  const { common } = useMessages();
  const text = useTexts(runnerCredentialMessages);
  const { kind } = describeOwner(owner);
  const { data: runners, error, refetch } = useQuery(credentialsQuery(owner));
  const isOfServer = kind === 'server';
  const title = isOfServer ? text.ofServer : text.title;
  const columns = [text.name, ...(isOfServer ? [text.owner] : []), text.state, text.builds];
  return (
    <ListPanel
      title={title}
      add={text.add}
      hint={text.hints[kind]}
      locked={locked}
      empty={{ title: text.emptyTitle, detail: text.empty }}
      items={runners}
      failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
      table={(items) => (
        <Table
          label={title}
          columns={[...columns, text.labels, text.addedBy]}
          actionsLabel={common.actions}
        >
          {items.map((runner) => (
            <CredentialRow
              key={runner.id}
              {...{ owner, runner }}
              showsOwner={isOfServer}
              isLocked={locked !== undefined}
            />
          ))}
        </Table>
      )}
      dialog={(state) => <AddRunnerDialog owner={owner} {...state} />}
    />
  );
}
