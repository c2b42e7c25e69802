import type { Repo } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { hasOwnAccounts } from '../../lib/server-kind.ts';
import { ListPanel } from '../../ui/list-panel.tsx';
import { Table } from '../../ui/table.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { membersQuery } from './member-queries.ts';
import { MemberRow } from './member-row.tsx';
import { memberMessages } from './messages.ts';

interface MemberPanelProps {
  repo: Repo;
  ownLogin: string | undefined;
  canAdminister: boolean;
}

/** Lists the members of a repository with their roles and the source of each role. */
export function MemberPanel({ repo, ownLogin, canAdminister }: MemberPanelProps) {
  const { common } = useMessages();
  const text = useTexts(memberMessages);
  const { data: members, error, refetch } = useQuery(membersQuery(repo));
  const lock = canAdminister ? undefined : text.adminsChange;
  const locked = hasOwnAccounts() ? lock : text.forgeHint;
  return (
    <ListPanel
      title={text.title}
      add={text.add}
      hint={text.hint}
      locked={locked}
      empty={{ title: text.emptyTitle, detail: text.empty }}
      items={members}
      failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
      table={(items) => (
        <Table
          label={text.title}
          columns={[text.member, text.rights, text.source]}
          actionsLabel={common.actions}
        >
          {items.map((member) => (
            <MemberRow
              key={member.login}
              repo={repo}
              member={member}
              isOwn={member.login === ownLogin}
              canChange={locked === undefined}
            />
          ))}
        </Table>
      )}
      dialog={(state) => <MemberDialog repo={repo} {...state} />}
    />
  );
}
