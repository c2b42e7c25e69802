// An organization of 500 people with 200 repositories, on SQLite and Postgres: duration of changes of its teams with the
// event-loop delay, and of the calls of people whose roles come from a team or were granted by hand.
// `npm run bench -- organizations sqlite 1000 400` chooses a database and the numbers of people and repositories.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { newRepo } from '../apps/server/src/repositories/new-repo.ts';
import { askAll } from '../apps/server/src/shared/ask.ts';
import { query, startPostgres } from '../apps/server/testing/postgres.ts';
import { bearer, startTestServer, type TestServer } from '../apps/server/testing/test-server.ts';
import { print, quantile } from './support/statistics.ts';

const wanted = process.argv[2];
const people = Number(process.argv[3] ?? 500);
const repos = Number(process.argv[4] ?? 200);
const calls = 50;

if (wanted !== 'postgres') await measure('SQLite', {});
if (wanted !== 'sqlite') {
  const postgres = await startPostgres({ shared_buffers: '1GB' });
  if (!postgres) {
    throw new Error(
      'Postgres is not installed in tools/postgres. Run npm test, which installs it.',
    );
  }
  try {
    const database = postgres.urlOf('postgres');
    await measure('Postgres', { database }, () => query(database, 'vacuum analyze'));
  } finally {
    await postgres.remove();
  }
}

async function measure(
  name: string,
  options: { database?: string },
  analyze: () => Promise<unknown> = async () => {},
): Promise<void> {
  const server = await startTestServer({ jobs: [], ...options });
  try {
    print(`${people} people, ${repos} repositories, ${name}:`);
    await fill(server);
    await measureChanges(server);
    await analyze();
    await measureCalls(server);
  } finally {
    await server.stop();
  }
}

/** Adds the accounts and the repositories, of which `by-hand` has been granted each. */
async function fill(server: TestServer): Promise<void> {
  const { core } = server;
  const root = await server.addUser('root', { admin: true });
  const byHand = await server.addUser('by-hand');
  for (let at = 0; at < people; at++) await server.addUser(`person-${at}`);
  await ask(server, root, 'POST', '/api/organizations', { name: 'acme' });
  for (let at = 0; at < repos; at++) {
    const made = { uid: `${at}`, namespace: 'acme', name: `repo-${at}`, ownerId: root.id };
    const repo = await core.repos.insert(newRepo({ ...made, forge: 'builtin', active: true }, 1));
    await core.repos.grant(byHand.id, repo.id, 'write');
  }
}

async function measureChanges(server: TestServer): Promise<void> {
  const root = await personOf(server, 'root');
  const teams = '/api/organizations/acme/teams';
  const body = { name: 'all', role: 'write', all_repositories: true };
  await ask(server, root, 'POST', teams, body);
  const joined: number[] = [];
  await watch('members join the team, one after another', async () => {
    for (let at = 0; at < people; at++) {
      const startedAt = performance.now();
      await ask(server, root, 'PUT', `${teams}/all/members/person-${at}`);
      joined.push(performance.now() - startedAt);
    }
  });
  print(`    each: ${describe(joined)}`);
  await measureOthers(server, () => ask(server, root, 'PATCH', `${teams}/all`, { role: 'admin' }));
  for (const role of ['read', 'admin', 'write']) {
    await watch(`the role of the team becomes ${role}`, () =>
      ask(server, root, 'PATCH', `${teams}/all`, { role }),
    );
  }
  await watch('the team loses all repositories', () =>
    ask(server, root, 'PATCH', `${teams}/all`, { all_repositories: false }),
  );
  await watch('the team has all repositories', () =>
    ask(server, root, 'PATCH', `${teams}/all`, { all_repositories: true }),
  );
  await watch('a repository is added', async () => {
    const made = { uid: 'new', namespace: 'acme', name: 'new', ownerId: root.id };
    const repo = await server.core.repos.insert(
      newRepo({ ...made, forge: 'builtin', active: true }, 1),
    );
    await server.core.db.transaction().execute(async (trx) => {
      await askAll(server.features.contributed.onOrganizationRepo, trx, repo);
    });
  });
  await ask(server, root, 'POST', teams, { ...body, name: 'mapped' });
  await ask(server, root, 'POST', '/api/organizations/acme/groups', {
    team: 'mapped',
    group: 'engineers',
  });
  const person = await server.addUser('by-group');
  for (const groups of [['engineers'], ['engineers'], []]) {
    await watch(`a person is reported in ${groups.length} groups`, () =>
      askAll(server.features.contributed.onGroupsReported, person, 'oidc', groups),
    );
  }
}

/** Calls the server as another person while a change runs. */
async function measureOthers(server: TestServer, change: () => Promise<void>): Promise<void> {
  const other = await personOf(server, 'by-hand');
  const took: number[] = [];
  let isRunning = true;
  const changed = change().finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    const startedAt = performance.now();
    await ask(server, other, 'GET', '/api/repos/acme/repo-7');
    took.push(performance.now() - startedAt);
  }
  await changed;
  print(
    `  others during a change of the role: ${describe(took)}, at most ${Math.max(...took).toFixed(0)} ms`,
  );
}

async function measureCalls(server: TestServer): Promise<void> {
  for (const login of ['by-hand', 'person-7']) {
    const person = await personOf(server, login);
    for (const path of [
      '/api/user/repos',
      '/api/user/repos?latest=true',
      '/api/user/builds/feed',
      '/api/repos/acme/repo-7',
      '/api/repos/acme/repo-7/collaborators',
    ]) {
      const took: number[] = [];
      for (let at = 0; at < calls; at++) {
        // Answers are kept until the next change.
        await server.core.userStore.update(person.id, { updated: at });
        const startedAt = performance.now();
        await ask(server, person, 'GET', path);
        took.push(performance.now() - startedAt);
      }
      print(`  ${login} calls ${path}: ${describe(took)}`);
    }
  }
}

async function personOf({ core }: TestServer, login: string) {
  const user = await core.userStore.findByLogin(login);
  if (!user) throw new Error(`No account ${login}`);
  return { ...user, token: core.users.readToken(user) };
}

async function ask(
  server: TestServer,
  person: { token: string },
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  url: string,
  body?: object,
): Promise<void> {
  const payload = body ? { payload: body } : {};
  const answer = await server.app.inject({ method, url, headers: bearer(person), ...payload });
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.body}`);
}

async function watch(what: string, run: () => Promise<unknown>): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  await run();
  const took = performance.now() - startedAt;
  // The delay is noted when the loop gets to its timers.
  await setTimeout(5);
  delay.disable();
  print(
    `  ${what}: ${took.toFixed(0)} ms, event-loop delay at most ${(delay.max / 1e6).toFixed(0)} ms`,
  );
}

function describe(times: number[]): string {
  return `${quantile(times, 0.5).toFixed(1)} ms (p95 ${quantile(times, 0.95).toFixed(1)} ms)`;
}
