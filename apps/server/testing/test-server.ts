import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cheapHash } from '@millrace/test-support/cheap-password';
import { execa } from 'execa';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../src/config/config.ts';
import { openDataDir } from '../src/config/data-dir.ts';
import { type Context, createContext } from '../src/context.ts';
import { isPostgresUrl } from '../src/db/database.ts';
import type { Repo } from '../src/domain/repo.ts';
import type { User } from '../src/domain/user.ts';
import { buildApp, listenToForge, listForgeLoops } from '../src/server.ts';
import { type Clock, systemClock } from '../src/shared/clock.ts';
import { createLogger } from '../src/shared/logger.ts';
import { CheckedRoutes } from './checked-routes.ts';
import { leaveSamplePush } from './sample-commit.ts';
import { borrowTestDatabase, returnTestDatabase } from './test-database.ts';

export const password = 'a long password';
const passwordHash = cheapHash(password);

export interface TestServer {
  app: FastifyInstance;
  context: Context;
  /** Address it listens on. */
  url: string;
  /** The path of its database, or its URL. */
  database: string;
  /** A folder that goes with the server. */
  tempDir: string;
  addUser(login: string, options?: { admin?: boolean }): Promise<User & { token: string }>;
  /** Starts the events of the forge, including missed ones. */
  listenToForge(): Promise<unknown>;
  stop(): Promise<void>;
}

/** A real server on a free port with a database of its own, and no runner. */
export async function startTestServer(
  options: {
    /** Its other half is that of the system. */
    clock?: Partial<Clock>;
    env?: Record<string, string>;
    longPollMs?: number;
    /** The address of one that others use too, which stays; else a SQLite file of its own. */
    database?: string;
  } = {},
): Promise<TestServer> {
  const tempDir = await mkdtemp(join(tmpdir(), 'millrace-server-test-'));
  const dataDir = join(tempDir, 'data');
  const database = options.database ?? (await borrowTestDatabase(dataDir));
  const config = readConfig({
    MILLRACE_DATA: dataDir,
    MILLRACE_DATABASE_URL: isPostgresUrl(database) ? database : undefined,
    // A transaction that needs a connection beside its own would wait for itself.
    MILLRACE_DATABASE_CONNECTIONS: '2',
    MILLRACE_PORT: '0',
    MILLRACE_RUNNER_CAPACITY: '0',
    ...options.env,
  });
  const dirs = await openDataDir(config);
  const address = { url: '' };
  const clock = { ...systemClock, ...options.clock };
  const context = await createContext(config, dirs, createLogger('silent'), address, { clock });
  const { authority } = context;
  const createRoutes = (target: FastifyInstance) =>
    new CheckedRoutes(target, authority, options.longPollMs);
  const app = await buildApp(context, createRoutes);
  address.url = await app.listen({ host: '127.0.0.1', port: config.port });
  await listenToForge(context);
  const loops = listForgeLoops(context);
  for (const loop of loops) loop.run();
  return {
    app,
    context,
    url: address.url,
    database: isPostgresUrl(database) ? database : dirs.database,
    tempDir,
    listenToForge: () => listenToForge(context),
    async addUser(login, options = {}) {
      const user = await context.users.createAccount({ login, password: null, ...options });
      await context.db
        .updateTable('users')
        .set({ password_hash: passwordHash })
        .where('id', '=', user.id)
        .execute();
      return { ...user, token: context.users.readToken(user) };
    },
    async stop() {
      await app.close();
      await Promise.all(loops.map((loop) => loop.stop()));
      context.objectStore?.close();
      await context.close();
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

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];

/** Keeps git from the settings and credentials of whoever runs the tests. */
export function gitEnvironment(server: Pick<TestServer, 'tempDir'>): Record<string, string> {
  return {
    HOME: server.tempDir,
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
}

/** Returns the URL for pushes of `login`. */
function remoteOf(server: Pick<TestServer, 'url'>, login: string, slug: string): string {
  const remote = new URL(`${server.url}/git/${slug}.git`);
  remote.username = login;
  remote.password = password;
  return remote.href;
}

/** A work tree with real git, which pushes as `login`. */
export async function createWorkTree(
  server: Pick<TestServer, 'url' | 'tempDir'>,
  login: string,
  slug: string,
) {
  const dir = await mkdtemp(join(server.tempDir, 'work-'));
  const git = (...args: string[]) =>
    execa('git', [...identity, ...args], {
      cwd: dir,
      reject: false,
      env: gitEnvironment(server),
    });
  await git('init', '--quiet', '--initial-branch=main');
  await git('remote', 'add', 'origin', remoteOf(server, login, slug));
  return {
    dir,
    git,
    async commit(files: Record<string, string>, message = 'Change things') {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(dir, path)), { recursive: true });
        await writeFile(join(dir, path), text);
      }
      await git('add', '--all');
      await git('commit', '--quiet', '--allow-empty', '--message', message);
      return (await git('rev-parse', 'HEAD')).stdout;
    },
  };
}

/** A repository with one pushed commit and so one build; its owner is `owner`. */
export async function pushSampleRepo(
  { context }: TestServer,
  owner: string,
  name = 'project',
  pipeline = samplePipeline,
): Promise<Repo> {
  const user = await context.userStore.findByLogin(owner);
  if (!user) throw new Error(`There is no account ${owner}`);
  await context.gitHost.addRepo(user, owner, name);
  await leaveSamplePush(context.repositoryFiles.pathOf(owner, name), owner, pipeline);
  await context.builtinForge.receivePushes({ namespace: owner, name });
  const repo = await context.repos.findBySlug(`${owner}/${name}`);
  if (!repo) throw new Error(`The push of ${owner}/${name} made no repository`);
  return repo;
}

export function bearer(user: { token: string }): { authorization: string } {
  return { authorization: `Bearer ${user.token}` };
}
