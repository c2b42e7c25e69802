import { WorkTree } from '../../e2e/support/work-tree.ts';
import { ask, forEach } from './calls.ts';
import type { Credentials } from './company.ts';
import type { Directory, Person } from './directory.ts';
import {
  everything,
  groupName,
  organization,
  pool,
  repoName,
  reposOf,
  roleOf,
  slugOf,
  teamCount,
  teamName,
} from './plan.ts';
import type { Servers } from './servers.ts';

const pipeline = `kind: pipeline
type: exec
name: default
clone: { disable: true }
node: { pool: ${pool} }
steps:
  - { name: work, commands: [ "true" ] }
`;

/** Fails, so that a terminal can be opened in its step. The embedded runner runs it. */
const failing = `kind: pipeline
type: exec
name: default
steps:
  - { name: work, commands: [ echo looked for it, exit 3 ] }
`;

/** Limits of the time of the two long parts, so that the run is bounded on a busy machine. */
const maxReposMs = 75_000;
const maxAccountsMs = 30_000;

/** Creates the first repository, whose first build fails and keeps its step. */
export async function addFirstRepo(servers: Servers, root: Credentials): Promise<WorkTree> {
  const [url = ''] = servers.urls;
  const path = `/api/repos/${slugOf(0)}`;
  const tree = await WorkTree.create(servers.first, slugOf(0), passwordOf(root));
  await push(tree, { README: 'Without a pipeline' });
  await ask(url, root.token, 'POST', path);
  await ask(url, root.token, 'PATCH', `${path}/terminal-settings`, { keep_failed: true });
  await push(tree, { '.drone.yml': failing });
  return tree;
}

/** Creates the other repositories, and their builds. Returns their number, which is smaller if that takes too long. */
export async function addRepos(
  servers: Servers,
  root: Credentials,
  repos: number,
  buildsEach: number,
): Promise<number> {
  const tree = await WorkTree.create(servers.first, slugOf(1), passwordOf(root));
  await tree.commit({ '.drone.yml': pipeline }, 'Bench');
  const others = Array.from({ length: repos - 1 }, (_, at) => at + 1);
  const add = async (at: number) => {
    const url = servers.urls[at % servers.urls.length] ?? '';
    const remote = tree.remote.replace(new URL(tree.remote).host, new URL(url).host);
    const target = remote.replace(repoName(1), repoName(at));
    const { exitCode, stderr } = await tree.git('push', target, 'main');
    if (exitCode !== 0) throw new Error(`The push failed: ${stderr}`);
    for (let build = 1; build < buildsEach; build++) {
      await ask(url, root.token, 'POST', `/api/repos/${slugOf(at)}/builds`);
    }
  };
  return forEach(others, 6, add, maxReposMs);
}

/** Creates teams with their repositories and groups. */
export async function addTeams(
  url: string,
  root: Credentials,
  teams: readonly number[],
  repoCount: number,
): Promise<void> {
  const path = `/api/organizations/${organization}`;
  await forEach(teams, 4, async (team) => {
    const repos =
      team === everything
        ? { all_repositories: true }
        : { repositories: reposOf(team, repoCount).map(repoName) };
    const body = { name: teamName(team), role: roleOf(team), ...repos };
    await ask(url, root.token, 'POST', `${path}/teams`, body);
    const group = { group: groupName(team), team: teamName(team) };
    await ask(url, root.token, 'POST', `${path}/groups`, group);
  });
}

/** Signs people in for the first time, several at the same time. Returns them in the same order. */
export async function addPeople(
  directory: Directory,
  people: readonly Person[],
): Promise<Credentials[]> {
  const signedIn: Credentials[] = [];
  await forEach(people, 6, async (person, at) => {
    signedIn[at] = { login: person.login, token: await directory.signIn(person) };
  });
  return signedIn;
}

/** Adds accounts to the teams of their groups by hand, without a sign-in. Returns their number, as above. */
export async function addAccounts(
  urls: readonly string[],
  root: Credentials,
  people: readonly Person[],
): Promise<number> {
  const teams = new Map(
    Array.from({ length: teamCount }, (_, at) => [groupName(at), teamName(at)]),
  );
  const add = async ({ login, groups }: Person, at: number) => {
    const url = urls[at % urls.length] ?? '';
    // An account of a person needs a password, whose hash takes longer than all the rest.
    await ask(url, root.token, 'POST', '/api/users', { login, machine: true });
    for (const group of groups) {
      const path = `/api/organizations/${organization}/teams/${teams.get(group)}/members/${login}`;
      await ask(url, root.token, 'PUT', path);
    }
  };
  return forEach(people, 4, add, maxAccountsMs);
}

async function push(tree: WorkTree, files: Record<string, string>): Promise<void> {
  await tree.commit(files, 'Bench');
  const { exitCode, stderr } = await tree.push();
  if (exitCode !== 0) throw new Error(`The push failed: ${stderr}`);
}

/** Credentials of git, which sends a token instead of a password. */
export const passwordOf = ({ login, token }: Credentials) => ({ login, password: token });
