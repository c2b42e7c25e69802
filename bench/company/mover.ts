import { ask, call, until } from './calls.ts';
import type { Company } from './company.ts';
import {
  groupMover,
  groupName,
  organization,
  reposOf,
  slugOf,
  teamName,
  teamOfRole,
} from './plan.ts';
import { rowMs, section } from './report.ts';
import { measureLoss } from './right-loss.ts';

const newTeam = 20;

/** People change teams: time until the old right is gone, and the new one is there. */
export async function runMovers(company: Company): Promise<void> {
  const { servers, root, cast, directory } = company;
  const [url = ''] = servers.urls;
  const membersOf = (team: number) =>
    `/api/organizations/${organization}/teams/${teamName(team)}/members`;
  const newRepos = reposOf(newTeam, company.repoCount);
  const [newRepo = 0] = newRepos;
  const newSlug = slugOf(newRepo);

  section('Mover: an owner moves a person to another team');
  const { token, login } = cast.mover;
  await measureLoss(company, {
    person: cast.mover,
    slug: slugOf(0),
    status: 404,
    change: () => ask(url, root.token, 'DELETE', `${membersOf(teamOfRole.write)}/${login}`),
  });
  const startedAt = performance.now();
  await ask(url, root.token, 'PUT', `${membersOf(newTeam)}/${login}`);
  for (const [at, other] of servers.urls.entries()) {
    const read = () => call(other, token, 'GET', `/api/repos/${newSlug}`);
    await until('the new right', read, ({ status }) => status === 200);
    rowMs(`new repository readable, server ${at + 1}`, performance.now() - startedAt);
  }

  section('Mover: the groups of a person change, and the person signs in again');
  const oldRepo = reposOf(7, company.repoCount).find((repo) => !newRepos.includes(repo)) ?? 0;
  directory.setGroups(groupMover.login, [groupName(newTeam)]);
  await measureLoss(company, {
    person: company.groupMover,
    slug: slugOf(oldRepo),
    status: 404,
    change: () => directory.signIn(groupMover),
  });
  await ask(url, company.groupMover.token, 'GET', `/api/repos/${newSlug}`);
}
