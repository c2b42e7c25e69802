import type { Db } from '../../db/database.ts';
import type { Repo } from '../../domain/repo.ts';

/** Lists the names of the teams that give accounts a role in a repository, by account. */
export async function listRepoTeams(
  db: Db,
  { id, namespace, forge }: Pick<Repo, 'id' | 'namespace' | 'forge'>,
): Promise<ReadonlyMap<number, string[]>> {
  if (forge !== 'builtin') return new Map();
  const rows = await db
    .selectFrom('organizations')
    .innerJoin('teams', 'teams.organization_id', 'organizations.id')
    .innerJoin('team_members', 'team_members.team_id', 'teams.id')
    .select(['team_members.user_id', 'teams.name'])
    .where('organizations.name', '=', namespace)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('teams.all_repos', '=', 1),
        exists(
          selectFrom('team_repos')
            .select('team_repos.repo_id')
            .whereRef('team_repos.team_id', '=', 'teams.id')
            .where('team_repos.repo_id', '=', id),
        ),
      ]),
    )
    .orderBy('teams.name')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ user_id }) => user_id)].map(([userId, teams]) => [
      userId,
      teams.map(({ name }) => name),
    ]),
  );
}
