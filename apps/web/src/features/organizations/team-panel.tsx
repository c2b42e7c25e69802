import type { Team } from '@millrace/contract/api';
import { type RepoRole, repoRoles } from '@millrace/contract/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { tableMessages } from '../../domain-ui/table-messages.ts';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { useAddressParameters } from '../../lib/use-address-parameters.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import type { PanelProps } from './member-panel.tsx';
import { NameDialog } from './name-dialog.tsx';
import { peopleMessages } from './people-messages.ts';
import { useDeleteTeam, usePutTeam } from './people-mutations.ts';
import { teamsQuery } from './people-queries.ts';
import { TeamDetails } from './team-details.tsx';

/** The teams of an organization. The address names the one whose members and repositories are shown. */
export function OrganizationTeams({ namespace, canChange }: PanelProps) {
  const { common } = useMessages();
  const text = useTexts(peopleMessages);
  const [parameters, change] = useAddressParameters();
  const [edited, setEdited] = useState<Team | null>(null);
  const { data: teams, error, refetch } = useQuery(teamsQuery(namespace));
  const shown = teams?.find(({ name }) => name === parameters.get('team'));
  return (
    <>
      <ListPanel
        title={text.teams.title}
        add={text.teams.add}
        hint={text.teams.hint}
        locked={canChange ? undefined : text.ownersChange}
        empty={{ title: text.teams.emptyTitle, detail: text.teams.empty }}
        items={teams}
        failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
        table={(items) => (
          <Table
            label={text.teams.title}
            columns={[text.team, text.role, text.repositories, text.number]}
            actionsLabel={common.actions}
          >
            {items.map((team) => (
              <TeamRow
                key={team.name}
                team={team}
                namespace={namespace}
                canChange={canChange}
                onEdit={() => setEdited(team)}
              />
            ))}
          </Table>
        )}
        dialog={(state) => <TeamDialog namespace={namespace} team={undefined} {...state} />}
      />
      {shown && <TeamDetails namespace={namespace} team={shown} canChange={canChange} />}
      {edited && (
        <TeamDialog
          key={edited.name}
          namespace={namespace}
          team={edited}
          isOpen
          onRenamed={(name) => {
            if (parameters.get('team') === edited.name) change({ team: name });
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

function TeamRow({
  team: { name, role, all_repositories: hasAll, repositories, members },
  namespace,
  canChange,
  onEdit,
}: PanelProps & { team: Team; onEdit: () => void }) {
  const { common } = useMessages();
  const text = useTexts(peopleMessages);
  const { none } = useTexts(tableMessages);
  const remove = useDeleteTeam(namespace);
  return (
    <tr>
      <td className={table.main}>
        <Link className={table.link} to={`?view=teams&team=${name}`} preventScrollReset>
          {name}
        </Link>
      </td>
      <td>{text.rights[role]}</td>
      <td>{hasAll ? text.all : repositories.join(', ') || none}</td>
      <td>{members}</td>
      <td className={table.actions}>
        {canChange && (
          <>
            <IconButton label={common.edit(name)} onClick={onEdit}>
              <Icon icon={Pencil} />
            </IconButton>
            <DeleteButton
              name={name}
              question={text.teams.question}
              detail={text.teams.detail(name)}
              onConfirm={() => remove.mutate(name)}
            />
          </>
        )}
      </td>
    </tr>
  );
}

interface TeamDialogProps {
  namespace: string;
  /** Undefined for a new team. */
  team: Team | undefined;
  isOpen: boolean;
  onRenamed?: (name: string) => void;
  onClose: () => void;
}

function TeamDialog({ namespace, team, isOpen, onRenamed, onClose }: TeamDialogProps) {
  const { common } = useMessages();
  const text = useTexts(peopleMessages);
  const [role, setRole] = useState<RepoRole>(team?.role ?? 'write');
  const [hasAll, setHasAll] = useState(team?.all_repositories ?? false);
  const put = usePutTeam(namespace, team?.name);
  return (
    <NameDialog
      title={team ? text.teams.edit(team.name) : text.teams.dialog}
      submit={team ? common.saveChanges : common.create}
      label={text.name}
      {...(team ? { initial: team.name } : {})}
      call={put}
      onSubmit={(name, close) =>
        put.mutate(
          { name, role, all_repositories: hasAll },
          {
            onSuccess: () => {
              onRenamed?.(name);
              close();
            },
          },
        )
      }
      isOpen={isOpen}
      onClose={onClose}
    >
      <SelectField
        label={text.role}
        required
        value={role}
        options={repoRoles.map((value) => ({ value, label: text.rights[value] }))}
        onChange={setRole}
      />
      <Checkbox
        label={text.allRepos}
        hint={text.allReposHint}
        checked={hasAll}
        onChange={setHasAll}
      />
    </NameDialog>
  );
}
