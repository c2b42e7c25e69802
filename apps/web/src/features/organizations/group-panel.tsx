import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { NameDialog } from './name-dialog.tsx';
import { peopleMessages } from './people-messages.ts';
import { useAddGroup, useRemoveGroup } from './people-mutations.ts';
import { teamGroupsQuery, teamsQuery } from './people-queries.ts';
import { RemoveCell } from './person-cell.tsx';

/** The groups whose members are in teams, for owners. */
export function OrganizationGroups({ namespace }: { namespace: string }) {
  const { common } = useMessages();
  const text = useTexts(peopleMessages);
  const { data, error, refetch } = useQuery(teamGroupsQuery(namespace));
  const { data: teams = [] } = useQuery(teamsQuery(namespace));
  const remove = useRemoveGroup(namespace);
  return (
    <ListPanel
      title={text.groups.title}
      add={text.groups.add}
      hint={text.groups.hint}
      locked={teams.length > 0 ? undefined : text.teams.emptyTitle}
      empty={{ title: text.groups.emptyTitle, detail: text.groups.empty }}
      items={data}
      failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
      table={(items) => (
        <Table
          label={text.groups.title}
          columns={[text.group, text.team, text.known]}
          actionsLabel={common.actions}
        >
          {items.map(({ id, group, team, members }) => (
            <tr key={id}>
              <td className={table.main}>{group}</td>
              <td>{team}</td>
              <td>{members}</td>
              <RemoveCell
                name={group}
                canChange
                question={text.groups.question}
                detail={text.groups.detail(group, team)}
                onConfirm={() => remove.mutate(id)}
              />
            </tr>
          ))}
        </Table>
      )}
      dialog={(state) => (
        <AddGroup namespace={namespace} teams={teams.map(({ name }) => name)} {...state} />
      )}
    />
  );
}

interface AddGroupProps {
  namespace: string;
  teams: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

function AddGroup({ namespace, teams, isOpen, onClose }: AddGroupProps) {
  const text = useTexts(peopleMessages);
  const [chosen, setChosen] = useState('');
  const add = useAddGroup(namespace);
  const team = chosen || (teams[0] ?? '');
  return (
    <NameDialog
      title={text.groups.dialog}
      submit={text.groups.add}
      label={text.group}
      hint={text.groupHint}
      call={add}
      onSubmit={(group, onSuccess) => add.mutate({ group, team }, { onSuccess })}
      isOpen={isOpen}
      onClose={onClose}
    >
      <SelectField
        label={text.team}
        required
        value={team}
        options={teams.map((value) => ({ value, label: value }))}
        onChange={setChosen}
      />
    </NameDialog>
  );
}
