import { findFreePort } from '@millrace/test-support/free-port';
import { ask, until } from './calls.ts';
import type { Company, Credentials } from './company.ts';
import { Directory, type Person } from './directory.ts';
import { addAccounts, addFirstRepo, addPeople, addRepos, addTeams } from './fill.ts';
import { measureReads } from './page-reads.ts';
import {
  type CastLogin,
  cast,
  everything,
  groupMover,
  joiners,
  listStaff,
  manyRights,
  organization,
  teamCount,
  teamName,
  teamOfRole,
} from './plan.ts';
import { row, rowMs, section } from './report.ts';
import { RunnerCrew } from './runner-crew.ts';
import { startServers } from './servers.ts';

export interface Size {
  people: number;
  /** People of the staff who sign in by OpenID Connect or LDAP. Each takes six calls of the provider. */
  signedIn: number;
  repos: number;
  runners: number;
  /** Builds of each repository. */
  builds: number;
}

/** Builds the company over the API, and measures the reads when it has one repository. */
export async function buildCompany(
  database: 'sqlite' | 'postgres' | undefined,
  size: Size,
  onStop: (stop: () => Promise<void>) => void,
): Promise<Company> {
  const actors: Person[] = cast.map((login) => ({ login, by: 'oidc', groups: [] }));
  const staff = listStaff(size.people - actors.length - joiners.length - 2);
  const signedIn = staff.slice(0, size.signedIn);
  const byHand = staff.slice(size.signedIn);
  const port = await findFreePort();
  const everyone = [...actors, ...joiners, manyRights, groupMover, ...signedIn];
  const directory = await Directory.start(`http://127.0.0.1:${port}`, everyone);
  onStop(() => directory.stop());
  const servers = await startServers(database, port, directory.issuer, directory.ldap);
  onStop(() => servers.stop());
  const [url = ''] = servers.urls;
  const root = { login: 'admin', token: await servers.first.readToken() };

  await ask(url, root.token, 'POST', '/api/organizations', { name: organization });
  await addFirstRepo(servers, root);
  await addTeams(url, root, [everything], size.repos);
  const [many, moving] = await addPeople(directory, [manyRights, groupMover]);
  if (!many || !moving) throw new Error('Nobody has signed in');
  section(`Reads of a person in a company of one repository, ${servers.database}`);
  await measureReads(url, many.token);

  section(`Building the company, ${servers.urls.length} × server on ${servers.database}`);
  const crew = await timed(`${size.runners} runners registered`, () =>
    RunnerCrew.start(servers.urls, root.token, size.runners),
  );
  onStop(async () => crew.stop());
  const pushed = await timed('repositories pushed, with builds started', () =>
    addRepos(servers, root, size.repos, size.builds),
  );
  const repoCount = pushed + 1;
  row('repositories', `${repoCount} of ${size.repos}`);
  const others = Array.from({ length: teamCount - 1 }, (_, at) => at + 1);
  await timed('40 teams created with groups', () => addTeams(url, root, others, repoCount));
  const inLdap = directory.ldap ? signedIn.filter(({ by }) => by === 'ldap').length : 0;
  await timed(`${signedIn.length} people signed in, ${inLdap} of them by LDAP`, () =>
    addPeople(directory, signedIn),
  );
  const added = await timed('accounts put into teams by hand', () =>
    addAccounts(servers.urls, root, byHand),
  );
  row('people', `${everyone.length + added} of ${size.people}`);
  const acting = await addPeople(directory, actors);
  await assignParts(url, root.token);
  const expected = pushed * size.builds;
  await timed(`${expected} builds finished`, () =>
    until(
      'builds',
      async () => crew.finished,
      (count) => count >= expected,
      90_000,
    ),
  );
  return {
    servers,
    directory,
    root,
    cast: castOf(acting),
    manyRights: many,
    groupMover: moving,
    crew,
    repoCount,
  };
}

/** Puts the people with a part in the walks into their teams, by hand. */
async function assignParts(url: string, token: string): Promise<void> {
  const path = `/api/organizations/${organization}`;
  const put = (below: string, body?: object) => ask(url, token, 'PUT', `${path}/${below}`, body);
  await put('members/member', { role: 'member' });
  await put('members/owner', { role: 'owner' });
  const teams = {
    reader: teamOfRole.read,
    writer: teamOfRole.write,
    'admin-of-repo': teamOfRole.admin,
    mover: teamOfRole.write,
    disabled: teamOfRole.write,
    removed: teamOfRole.write,
    victim: teamOfRole.write,
  };
  for (const [login, team] of Object.entries(teams)) {
    await put(`teams/${teamName(team)}/members/${login}`);
  }
  await ask(url, token, 'PATCH', '/api/users/auditor', { auditor: true });
}

function castOf(people: readonly Credentials[]): Record<CastLogin, Credentials> {
  const found = people.map((person) => [person.login, person]);
  return Object.fromEntries(found) as Record<CastLogin, Credentials>;
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work();
  rowMs(what, performance.now() - startedAt);
  return result;
}
