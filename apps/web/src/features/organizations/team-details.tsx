import type { Team, TeamMember } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../api/api-error.ts';
import { LoadFailure } from '../../domain-ui/load-failure.tsx';
import { useMessages, useTexts } from '../../lib/i18n/messages.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import table from '../../ui/table.module.css';
import { Table } from '../../ui/table.tsx';
import { NameDialog } from './name-dialog.tsx';
import { peopleMessages } from './people-messages.ts';
import { useTeamEntries } from './people-mutations.ts';
import { teamMembersQuery } from './people-queries.ts';
import { PersonCell, RemoveCell } from './person-cell.tsx';

interface TeamDetailsProps {
  namespace: string;
  team: Team;
  canChange: boolean;
}

/** Members of a team, and its repositories unless it has all. */
export function TeamDetails(props: TeamDetailsProps) {
  return (
    <>
      <TeamMembers {...props} />
      {!props.team.all_repositories && <TeamRepos {...props} />}
    </>
  );
}

function TeamMembers({ namespace, team: { name }, canChange }: TeamDetailsProps) {
  const { common } = useMessages();
  const text = useTexts(peopleMessages);
  const { data, error, refetch } = useQuery(teamMembersQuery(namespace, name));
  const { add, remove } = useTeamEntries(namespace, name, 'members');
  return (
    <ListPanel
      title={text.membersOf(name)}
      add={text.members.add}
      locked={canChange ? undefined : text.ownersChange}
      empty={{ title: text.members.emptyTitle, detail: text.noTeamMembers }}
      items={data}
      failure={error && <LoadFailure {...describeFailure(error)} onRetry={refetch} />}
      table={(items) => (
        <Table
          label={text.membersOf(name)}
          columns={[text.member, text.source]}
          actionsLabel={common.actions}
        >
          {items.map((member) => (
            <tr key={member.login}>
              <PersonCell {...member} />
              <td title={member.by_group ? text.groupLock : undefined}>{text[sourceOf(member)]}</td>
              <RemoveCell
                name={member.login}
                canChange={canChange && !member.by_group}
                question={text.removeFromTeam}
                detail={member.login}
                onConfirm={() => remove.mutate(member.login)}
              />
            </tr>
          ))}
        </Table>
      )}
      dialog={(state) => (
        <NameDialog
          title={text.members.dialog}
          submit={text.members.add}
          label={text.login}
          hint={text.loginHint}
          call={add}
          onSubmit={(login, onSuccess) => add.mutate(login, { onSuccess })}
          {...state}
        />
      )}
    />
  );
}

function sourceOf({ by_hand: byHand, by_group: byGroup }: TeamMember) {
  if (!byGroup) return 'byHand';
  return byHand ? 'byBoth' : 'byGroup';
}

function TeamRepos({ namespace, team: { name, repositories }, canChange }: TeamDetailsProps) {
  const { common } = useMessages();
  const text = useTexts(peopleMessages);
  const { add, remove } = useTeamEntries(namespace, name, 'repos');
  return (
    <ListPanel
      title={text.reposOf(name)}
      add={text.addRepo}
      locked={canChange ? undefined : text.ownersChange}
      empty={{ title: text.noRepos, detail: text.noTeamRepos }}
      items={repositories}
      failure={null}
      table={(items) => (
        <Table label={text.reposOf(name)} columns={[text.repository]} actionsLabel={common.actions}>
          {items.map((repo) => (
            <tr key={repo}>
              <td className={table.main}>{repo}</td>
              <RemoveCell
                name={repo}
                canChange={canChange}
                question={text.removeFromTeam}
                detail={repo}
                onConfirm={() => remove.mutate(repo)}
              />
            </tr>
          ))}
        </Table>
      )}
      dialog={(state) => (
        <NameDialog
          title={text.repoDialog}
          submit={text.addRepo}
          label={text.repository}
          hint={text.repositoryHint}
          call={add}
          onSubmit={(repo, onSuccess) => add.mutate(repo, { onSuccess })}
          {...state}
        />
      )}
    />
  );
}
