import type { OrganizationMember } from '@millrace/contract/api';
import { type OrganizationRole, organizationRoles } from '@millrace/contract/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { FilterRow } from '../../domain-ui/filter-row.tsx';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { FilterField } from '../../ui/filter-field.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { Select } from '../../ui/select.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Table } from '../../ui/table.tsx';
import { NameDialog } from './name-dialog.tsx';
import { peopleMessages } from './people-messages.ts';
import { useRemoveMember, useSetMember } from './people-mutations.ts';
import { organizationMembersQuery } from './people-queries.ts';
import { PersonCell, RemoveCell } from './person-cell.tsx';

export interface PanelProps {
  namespace: string;
  canChange: boolean;
}

/** The members of an organization, with their roles and teams. */
export function OrganizationMembers({ namespace, canChange }: PanelProps) {
  const text = useTexts(peopleMessages);
  const { data, error, refetch } = useQuery(organizationMembersQuery(namespace));
  return (
    <ListPanel
      title={text.members.title}
      add={text.members.add}
      hint={text.members.hint}
      locked={canChange ? undefined : text.ownersChange}
      empty={{ title: text.members.emptyTitle, detail: text.members.empty }}
      items={data}
      failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
      table={(items) => <Members members={items} namespace={namespace} canChange={canChange} />}
      dialog={(state) => <AddMember namespace={namespace} {...state} />}
    />
  );
}

function Members({
  members,
  namespace,
  canChange,
}: PanelProps & { members: readonly OrganizationMember[] }) {
  const { common } = useMessages();
  const text = useTexts(peopleMessages);
  const { noMatch, shown: shownText } = useTexts(tableMessages);
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = members.filter(({ login, name }) =>
    `${login} ${name}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <FilterRow summary={shownText(shown.length, members.length)}>
        <FilterField label={text.members.filter} value={filter} onChange={setFilter} />
      </FilterRow>
      {shown.length === 0 ? (
        <p>{noMatch}</p>
      ) : (
        <Table
          label={text.members.title}
          columns={[text.member, text.role, text.teams.title]}
          actionsLabel={common.actions}
        >
          {shown.map((member) => (
            <MemberRow
              key={member.login}
              member={member}
              namespace={namespace}
              canChange={canChange}
            />
          ))}
        </Table>
      )}
    </>
  );
}

function MemberRow({
  member: { login, name, avatar, role, teams, by_group: byGroup },
  namespace,
  canChange,
}: PanelProps & { member: OrganizationMember }) {
  const text = useTexts(peopleMessages);
  const { none } = useTexts(tableMessages);
  const set = useSetMember(namespace);
  const remove = useRemoveMember(namespace);
  return (
    <tr>
      <PersonCell login={login} name={name} avatar={avatar} />
      <td>
        {canChange ? (
          <Select
            label={text.roleOf(login)}
            value={role}
            options={organizationRoles.map((value) => ({ value, label: text.roles[value] }))}
            onChange={(chosen) => set.mutate({ login, role: chosen })}
          />
        ) : (
          text.roles[role]
        )}
      </td>
      <td title={byGroup ? text.groupLock : undefined}>{teams.join(', ') || none}</td>
      <RemoveCell
        name={login}
        canChange={canChange}
        question={text.members.question}
        detail={text.members.detail(login, namespace)}
        onConfirm={() => remove.mutate(login)}
      />
    </tr>
  );
}

function AddMember({
  namespace,
  isOpen,
  onClose,
}: {
  namespace: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const text = useTexts(peopleMessages);
  const [role, setRole] = useState<OrganizationRole>('member');
  const add = useSetMember(namespace);
  return (
    <NameDialog
      title={text.members.dialog}
      submit={text.members.add}
      label={text.login}
      hint={text.loginHint}
      call={add}
      onSubmit={(login, onSuccess) => add.mutate({ login, role }, { onSuccess })}
      isOpen={isOpen}
      onClose={onClose}
    >
      <SelectField
        label={text.role}
        required
        value={role}
        options={organizationRoles.map((value) => ({ value, label: text.roles[value] }))}
        onChange={setRole}
      />
    </NameDialog>
  );
}
