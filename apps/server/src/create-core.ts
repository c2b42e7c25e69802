import { randomUUID } from 'node:crypto';
import { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import { endIdleThreads } from '@millrace/build-host/threads/worker-pool';
import { type Clock, systemClock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { createLimiterFor } from './accounts/attempt-limiter.ts';
import { createFindByToken } from './accounts/find-by-token.ts';
import { OrganizationStore } from './accounts/organization-store.ts';
import { PasswordHasher } from './accounts/password-hasher.ts';
import { createPasswordPolicy } from './accounts/password-policy.ts';
import { SessionStore } from './accounts/session-store.ts';
import { SignInGuard } from './accounts/sign-in-guard.ts';
import { UserService } from './accounts/user-service.ts';
import { UserStore } from './accounts/user-store.ts';
import { AuditLog } from './audit/audit-log.ts';
import { BuildChangesStore } from './builds/build-changes-store.ts';
import { BuildStore } from './builds/build-store.ts';
import { ChangeBuild } from './builds/change-build.ts';
import { BuildReadModel } from './builds/read/build-read-model.ts';
import { createChangeReader } from './builds/read-change.ts';
import { StageStore } from './builds/stage-store.ts';
import { Leases } from './cluster/leases.ts';
import { ServerList } from './cluster/server-list.ts';
import type { Config } from './config/config.ts';
import type { DataDir } from './config/data-dir.ts';
import { readSecretKeys } from './config/secret-key.ts';
import type { Contributed } from './contributions.ts';
import type { Core } from './core.ts';
import { openDatabase } from './db/database.ts';
import { openServerKeys } from './db/server-keys.ts';
import type { Viewer } from './domain/user.ts';
import { createAuthority } from './http/authority.ts';
import { Drain } from './http/drain.ts';
import { FileStore } from './object-store/file-store.ts';
import { openObjectStore } from './object-store/open-object-store.ts';
import { WatchedStore } from './object-store/watched-store.ts';
import { openForges } from './open-forges.ts';
import { RepoAccessStore } from './repositories/repo-access-store.ts';
import { RepoStore } from './repositories/repo-store.ts';
import { askAll, askFirst } from './shared/ask.ts';
import { type AccessChange, Bus } from './shared/bus.ts';
import { DiskReserve } from './shared/disk-reserve.ts';
import { Measurements } from './shared/measurements.ts';
import { openTls } from './tls/open-tls.ts';

interface Options {
  config: Config;
  dirs: DataDir;
  logger: Logger;
  /** Of the features, which are created after the core. */
  contributed: Contributed;
  clock?: Clock | undefined;
  /** Id of this server on a shared database. Generated, unless the caller has one that survives restarts. */
  serverId?: string | undefined;
}

/** The core, with functions for its owner. */
export interface OpenedCore {
  core: Core;
  /** Sets the address that the server listens on. A configured public URL takes precedence. */
  setAddress: (url: string) => void;
  /** Releases all resources. Call it after the features have stopped. */
  close: () => Promise<void>;
}

/** Opens the database and creates all dependencies of the features. */
export async function createCore(options: Options): Promise<OpenedCore> {
  const {
    config,
    dirs,
    logger,
    contributed,
    clock = systemClock,
    serverId = randomUUID(),
  } = options;
  const measurements = new Measurements();
  const bus = new Bus(measurements);
  const address = { url: config.publicUrl ?? '' };
  const publicUrl = () => address.url;
  const db = await openDatabase(config.database.url ?? dirs.database, {
    ...config.database,
    onQuery: (kind, seconds) => measurements.record('query', { kind, seconds }),
    onUnreachable: (reason) =>
      logger.warn({ reason }, 'waiting for the database, for a minute at most'),
  });
  const base = { config, dirs, db, bus, measurements, clock, logger, serverId, publicUrl };
  const leases = new Leases({ db, serverId, wait: clock.wait });
  const { sealer, pipelineSealer } = await openServerKeys(db, await readSecretKeys(dirs, config));
  const runExclusively = (name: string, job: () => Promise<void>) =>
    leases.runExclusively(name, job);
  const observers = createObservers(config, contributed);
  const people = createAccountsAndRepos({ ...base, sealer, observers });
  const forges = await openForges({
    ...base,
    ...people,
    sealer,
    runExclusively: (name, job) => leases.runExclusively(name, job),
    onAccessEnded: async (...ended) => void (await askAll(contributed.onAccessEnded, ...ended)),
  });
  const forge = forges.remote?.forge ?? forges.hosting.forge;
  const { builds, clusterEvents } = await createBuilds(base);
  const stores = await openStores(base);
  const core: Core = {
    ...base,
    ...people,
    ...forges,
    ...builds,
    ...stores,
    observers,
    forge,
    buildReadModel: new BuildReadModel(db, {
      explainWaiting: async (...stages) =>
        (await askFirst(contributed.explainWaiting, ...stages)) ?? new Map(),
      buildCounts: contributed.buildCounts,
    }),
    leases,
    servers: new ServerList({
      ...base,
      wait: clock.wait,
      listRunners: () => contributed.localRunners.flatMap((list) => list()),
    }),
    drain: new Drain(),
    tls: config.tls && openTls(config.tls, { ...base, sealer, runExclusively }),
    keys: { sealer, pipelineSealer },
    pipelineReader: new PipelineReader(),
    audit: new AuditLog(db, clock),
    authority: authorityOf({ ...people, forge, contributed, publicUrl }),
  };
  return {
    core,
    setAddress: (url) => {
      address.url = url;
    },
    close: async () => {
      endIdleThreads();
      await clusterEvents?.stop();
      stores.objectStore?.close();
      await db.destroy();
    },
  };
}

type Base = Pick<
  Core,
  'config' | 'dirs' | 'db' | 'bus' | 'measurements' | 'clock' | 'logger' | 'serverId'
>;

function authorityOf(
  parts: Pick<
    Core,
    'users' | 'sessions' | 'organizations' | 'repos' | 'repoAccess' | 'forge' | 'publicUrl'
  > & { contributed: Contributed },
) {
  const { users, sessions, repos, repoAccess, contributed, publicUrl } = parts;
  return createAuthority({
    onSeen: (user) => {
      for (const onSeen of contributed.onPersonSeen) onSeen(user);
    },
    findByToken: createFindByToken(users, contributed.accessTokens),
    findBySession: (cookie, client) => sessions.findUser(cookie, client),
    findRepoAccess: (viewer, namespace, name) => repoAccess.find(viewer, `${namespace}/${name}`),
    findMembership: (viewer, namespace) => findMembership(parts, viewer, namespace),
    findNamespace: (name) => repos.findNamespace(name),
    publicUrl,
  });
}

/** An access token changes what belongs to an organization only with the scope of administration. */
async function findMembership(
  { forge, organizations }: Pick<Core, 'forge' | 'organizations'>,
  viewer: Viewer,
  namespace: string,
) {
  if (viewer.admin) return 'owner';
  // The organizations of a remote forge are its own.
  const own = forge.kind === 'builtin' && (await organizations.findRole(viewer.id, namespace));
  const membership = own || (await forge.findMembership(viewer, namespace));
  const isLimited = viewer.tokenLimits && viewer.tokenLimits.scope !== 'admin';
  return membership === 'owner' && isLimited ? 'member' : membership;
}

/** Only webhooks need the changes of accounts and repositories. */
function createObservers(config: Config, contributed: Contributed): Core['observers'] {
  const hasWebhooks = config.extensions.webhook.endpoints.length > 0;
  if (!hasWebhooks) return { user: undefined, repo: undefined };
  return {
    user: async (...change) => void (await askAll(contributed.onUserChange, ...change)),
    repo: async (...change) => void (await askAll(contributed.onRepoChange, ...change)),
  };
}

/** Creates the stores of accounts, sessions, repositories and permissions. */
function createAccountsAndRepos(
  base: Base & Pick<Core, 'observers'> & { sealer: Core['keys']['sealer'] },
) {
  const { config, db, bus, clock, sealer, observers } = base;
  const onAccessChange = (change: AccessChange) => bus.publish('accessChanged', change);
  const userStore = new UserStore(db, onAccessChange, observers.user);
  const hasher = new PasswordHasher(config.signIn);
  return {
    userStore,
    users: new UserService(userStore, sealer, hasher, clock, createPasswordPolicy(config)),
    organizations: new OrganizationStore(db),
    sessions: new SessionStore({
      db,
      clock,
      lifeSec: config.sessionHours * 60 * 60,
      onAccessChange,
    }),
    signInGuard: new SignInGuard(config.signIn, createLimiterFor(db)),
    repos: new RepoStore(db, onAccessChange, observers.repo),
    repoAccess: new RepoAccessStore(db),
  };
}

/** Creates the stores of builds and `changeBuild`. Servers on one database notify each other of changes. */
async function createBuilds({ config, db, bus, measurements, clock, logger, serverId }: Base) {
  const { url } = config.database;
  const builds = new BuildStore(db);
  const stages = new StageStore(db);
  const buildChanges = new BuildChangesStore(db);
  // Loaded on demand: most servers use SQLite.
  const cluster = url ? await import('./cluster/cluster-events.ts') : undefined;
  const announce = cluster?.announceChange;
  const changeBuild = new ChangeBuild({ db, bus, clock, measurements, announce });
  const readChange = createChangeReader(builds, stages);
  const clusterEvents =
    cluster && url
      ? new cluster.ClusterEvents({ url, serverId, bus, logger, changes: buildChanges, readChange })
      : null;
  await clusterEvents?.start();
  return { builds: { builds, stages, buildChanges, changeBuild }, clusterEvents };
}

/** Opens the storage for logs of finished steps, and for artifacts. */
async function openStores({ config, dirs, logger }: Base) {
  const { logStore, diskReserveBytes } = config;
  const objectStore = logStore && (await openObjectStore(logStore, logger, diskReserveBytes));
  const openFiles = () =>
    new WatchedStore(
      new FileStore(dirs.artifacts, new DiskReserve(dirs.artifacts, diskReserveBytes)),
      logger,
    );
  return { objectStore, artifactStore: objectStore ?? openFiles() };
}
