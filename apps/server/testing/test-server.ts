import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Clock, systemClock } from '@millrace/node-kit/clock';
import { createLogger } from '@millrace/node-kit/logger';
import { cheapHash } from '@millrace/test-support/cheap-password';
import { execa } from 'execa';
import type { FastifyInstance } from 'fastify';
import { assemble } from '../src/assemble.ts';
import { buildApp } from '../src/build-app.ts';
import { readConfig } from '../src/config/config.ts';
import { openDataDir } from '../src/config/data-dir.ts';
import type { Contributions } from '../src/contributions.ts';
import type { Core } from '../src/core.ts';
import { isPostgresUrl } from '../src/db/database.ts';
import type { Repo } from '../src/domain/repo.ts';
import type { User } from '../src/domain/user.ts';
import { gitHostingPort } from '../src/features/git-hosting/port.ts';
import type { Features } from '../src/features.ts';
import type { ApiRoutesDeps } from '../src/http/api-routes.ts';
import { RepeatedJob } from '../src/jobs/repeated-job.ts';
import type { Ask } from '../src/port.ts';
import { CheckedRoutes } from './checked-routes.ts';
import { password } from './password.ts';
import { writeSamplePush } from './sample-commit.ts';
import { borrowTestDatabase, returnTestDatabase } from './test-database.ts';

export { password };

/**
 * Background jobs that tests of webhooks and statuses wait for. The other jobs would change data
 * unexpectedly.
 */
const forgeJobs = ['deliveries', 'commitStatuses', 'skippedStatuses', 'receivePushes'];
const passwordHash = cheapHash(password);

export interface TestServer {
  app: FastifyInstance;
  core: Core;
  ask: Ask;
  features: Features;
  /** URL on which it listens. */
  url: string;
  /** Path or URL of its database. */
  database: string;
  /** Temporary folder, deleted with the server. */
  tempDir: string;
  addUser(login: string, options?: { admin?: boolean }): Promise<User & { token: string }>;
  /** Changes its public URL. */
  setAddress(url: string): void;
  /** Runs a background job once. */
  runJob(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real server on a free port, with its own database and without a runner. */
export async function startTestServer(
  options: {
    /** Replaces functions of the system clock. */
    clock?: Partial<Clock>;
    env?: Record<string, string>;
    longPollMs?: number;
    /** URL of a shared database, which is not deleted; by default a new database. */
    database?: string;
    /** Contributions that come before those of the features. */
    contributions?: Partial<Contributions>;
    /** Folders of features that are left out. */
    without?: readonly string[];
    /** Names of the background jobs to run. */
    jobs?: readonly string[];
  } = {},
): Promise<TestServer> {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-server-test-'));
  const dataDir = join(tempDir, 'data');
  const database = options.database ?? (await borrowTestDatabase(dataDir));
  const config = readConfig({
    MILLRACE_DATA: dataDir,
    MILLRACE_DATABASE_URL: isPostgresUrl(database) ? database : undefined,
    // A transaction that needs a second connection would wait for itself.
    MILLRACE_DATABASE_CONNECTIONS: '2',
    MILLRACE_PORT: '0',
    MILLRACE_RUNNER_CAPACITY: '0',
    ...options.env,
  });
  const dirs = await openDataDir(config);
  const clock = { ...systemClock, ...options.clock };
  const logger = createLogger('silent');
  const { without, contributions } = options;
  const { core, features, ask, setAddress, close } = await assemble({
    config,
    dirs,
    logger,
    clock,
    ...(without && { without }),
    ...(contributions && { contributions }),
  });
  const createRoutes = (target: FastifyInstance, deps: ApiRoutesDeps) =>
    new CheckedRoutes(target, deps, options.longPollMs);
  await core.tls?.start();
  const app = await buildApp(core, features, createRoutes);
  const url = await app.listen({ host: '127.0.0.1', port: config.port });
  setAddress(config.publicUrl ?? url);
  await features.start();
  const { jobs = forgeJobs } = options;
  const loops = jobs.flatMap((name) => features.jobs.get(name) ?? []);
  for (const loop of loops) loop.run();
  return {
    app,
    core,
    ask,
    features,
    setAddress,
    url,
    database: isPostgresUrl(database) ? database : dirs.database,
    tempDir,
    async addUser(login, options = {}) {
      const user = await core.users.createAccount({ login, password: null, ...options });
      await core.db
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('id', '=', user.id)
        .execute();
      return { ...user, token: core.users.readToken(user) };
    },
    async runJob(name) {
      const job = features.jobs.get(name);
      if (!(job instanceof RepeatedJob)) throw new Error(`No repeated job ${name}`);
      await job.runOnce();
    },
    async stop() {
      await app.close();
      await core.tls?.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
      await features.stop();
      await close();
      if (!options.database) await returnTestDatabase(database);
      await rm(tempDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export const samplePipeline = `kind: pipeline
type: exec
name: first
steps:
  - name: greet
    commands: [echo hello]
---
kind: pipeline
type: exec
name: second
depends_on: [first]
steps:
  - name: bye
    commands: [echo bye]
`;

/**
 * Returns variables that isolate git from the settings and credentials of the account that runs the tests, and name the
 * author of its commits.
 */
export function gitEnvironment(server: Pick<TestServer, 'tempDir'>): Record<string, string> {
  return {
    HOME: server.tempDir,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  };
}

const createCommands = 'git init --quiet --initial-branch=main && git remote add origin "$1"';
const commitCommands =
  'git add --all && git commit --quiet --allow-empty --message "$1"; git rev-parse HEAD';

/** Returns the URL for pushes of `login`. */
function remoteOf(server: Pick<TestServer, 'url'>, login: string, slug: string): string {
  const remote = new URL(`${server.url}/git/${slug}.git`);
  remote.username = login;
  remote.password = password;
  return remote.href;
}

/** Creates a work tree with real git, which pushes as `login`. */
export async function createWorkTree(
  server: Pick<TestServer, 'url' | 'tempDir'>,
  login: string,
  slug: string,
) {
  const dir = await mkdtemp(join(server.tempDir, 'work-'));
  const options = { cwd: dir, reject: false, env: gitEnvironment(server) } as const;
  const git = (...args: string[]) => execa('git', args, options);
  // Several commands in one shell: starting a process is slow for the large process of the tests.
  const run = (commands: string, argument: string) =>
    execa('sh', ['-c', commands, 'sh', argument], options);
  await run(createCommands, remoteOf(server, login, slug));
  return {
    dir,
    git,
    async commit(files: Record<string, string>, message = 'Change things') {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(dir, path)), { recursive: true });
        await writeFile(join(dir, path), text);
      }
      return (await run(commitCommands, message)).stdout;
    },
  };
}

/** Creates a repository of `owner` with one pushed commit, and so with one build. */
export async function pushSampleRepo(
  { core, ask }: Pick<TestServer, 'core' | 'ask'>,
  owner: string,
  name = 'project',
  pipeline = samplePipeline,
  namespace = owner,
): Promise<Repo> {
  const user = await core.userStore.findByLogin(owner);
  if (!user) throw new Error(`No account ${owner}`);
  await ask(gitHostingPort).addHostedRepo(user, namespace, name);
  await writeSamplePush(core.hosting.files.pathOf(namespace, name), owner, pipeline);
  await core.hosting.forge.receivePushes({ namespace, name });
  const repo = await core.repos.findBySlug(`${namespace}/${name}`);
  if (!repo) throw new Error(`The push of ${namespace}/${name} created no repository`);
  return repo;
}

export function bearer(user: { token: string }): { authorization: string } {
  return { authorization: `Bearer ${user.token}` };
}
