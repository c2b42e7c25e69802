import type { Collaborator, Repo } from '@millrace/contract/api';
import { repoRoles } from '@millrace/contract/vocabulary';
import { Avatar } from '../../domain-ui/avatar.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Select } from '../../ui/select.tsx';
import table from '../../ui/table.module.css';
import { useGrantRole, useRemoveMember } from './member-mutations.ts';
import css from './member-row.module.css';
import { roleOf } from './member-view.ts';
import { memberMessages } from './messages.ts';

interface MemberRowProps {
  repo: Repo;
  member: Collaborator;
  /**
   * Whether the row is the viewer's. Their role is read-only, to prevent lowering it by accident; they can
   * still leave.
   */
  isOwn: boolean;
  canChange: boolean;
}

export function MemberRow({ repo, member, isOwn, canChange }: MemberRowProps) {
  const text = useTexts(memberMessages);
  const grant = useGrantRole(repo, 'change');
  const remove = useRemoveMember(repo);
  const { login, avatar, source = 'granted', teams = [] } = member;
  const role = roleOf(member);
  const isGranted = canChange && source === 'granted';
  const names = teams.join(', ');
  const throughTeams = source === 'granted' ? text.grantedAndTeams(names) : text.teams(names);
  const sourceText = source !== 'owner' && names ? throughTeams : text.sources[source];
  return (
    <tr>
      <td className={table.main}>
        <span className={css.person}>
          <Avatar src={avatar} name={login} size={24} />
          <span title={login}>{login}</span>
        </span>
      </td>
      <td>
        {isGranted && !isOwn ? (
          <Select
            label={text.rightsOf(login)}
            value={role}
            options={repoRoles.map((value) => ({ value, label: text.roles[value] }))}
            onChange={(chosen) => grant.mutate({ login, role: chosen })}
          />
        ) : (
          text.roles[role]
        )}
      </td>
      <td>{sourceText}</td>
      <td className={table.actions}>
        {isGranted && (
          <DeleteButton
            name={login}
            question={text.question}
            detail={text.removeDetail(login, repo.slug)}
            onConfirm={() => remove.mutate(login)}
          />
        )}
      </td>
    </tr>
  );
}
