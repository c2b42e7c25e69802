import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { createLimiterFor } from './accounts/attempt-limiter.ts';
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
import { createChangeReader } from './builds/read-change.ts';
import { StageStore } from './builds/stage-store.ts';
import { announceChange, ClusterEvents } from './cluster/cluster-events.ts';
import { Leases } from './cluster/leases.ts';
import { ServerList } from './cluster/server-list.ts';
import type { Config } from './config/config.ts';
import type { DataDir } from './config/data-dir.ts';
import { readSecretKeys } from './config/secret-key.ts';
import type { Core } from './core.ts';
import { openDatabase } from './db/database.ts';
import { openServerKeys } from './db/server-keys.ts';
import type { Viewer } from './domain/user.ts';
import { openForges } from './forges/open-forges.ts';
import { createAuthority } from './http/authority.ts';
import { Drain } from './http/drain.ts';
import { FileStore } from './object-store/file-store.ts';
import { openObjectStore } from './object-store/open-object-store.ts';
import { WatchedStore } from './object-store/watched-store.ts';
import { PipelineReader } from './pipeline-files/pipeline-reader.ts';
import type { Ports } from './ports.ts';
import { RepoAccessStore } from './repositories/repo-access-store.ts';
import { RepoStore } from './repositories/repo-store.ts';
import { type AccessChange, Bus } from './shared/bus.ts';
import { DiskReserve } from './shared/disk-reserve.ts';
import { Measurements } from './shared/measurements.ts';
import { endIdleThreads } from './shared/worker-pool.ts';
import { openTls } from './tls/open-tls.ts';

interface Options {
  config: Config;
  dirs: DataDir;
  logger: Logger;
  /** Implemented by the features, which are created after the core. */
  ports: Ports;
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
  const { config, dirs, logger, ports, clock = systemClock, serverId = randomUUID() } = options;
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
  const hold = (name: string, job: () => Promise<void>) => leases.runExclusively(name, job);
  const observers = createObservers(config, ports);
  const people = createAccountsAndRepos({ ...base, sealer, observers });
  const forges = await openForges({
    ...base,
    ...people,
    sealer,
    hold: (name, job) => leases.runExclusively(name, job),
    onAccessEnded: (userId, end) => ports.endAccess(userId, end),
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
    ...{ observers, forge },
    leases,
    servers: new ServerList({
      ...base,
      wait: clock.wait,
      listRunners: () => ports.listOwnRunners(),
    }),
    drain: new Drain(),
    tls: config.tls && openTls(config.tls, { ...base, sealer, hold }),
    keys: { sealer, pipelineSealer },
    pipelineReader: new PipelineReader(),
    audit: new AuditLog(db, clock),
    authority: authorityOf({ ...people, forge, ports, publicUrl }),
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

function authorityOf({
  users,
  sessions,
  repoAccess,
  forge,
  ports,
  publicUrl,
}: Pick<Core, 'users' | 'sessions' | 'repoAccess' | 'forge' | 'publicUrl'> & { ports: Ports }) {
  return createAuthority({
    onSeen: (user) => ports.syncReposIfOld(user),
    findByToken: async (token) =>
      (await users.findByToken(token)) ?? ports.findByAccessToken(token),
    findBySession: (id) => sessions.findUser(id),
    findRepoAccess: (viewer, namespace, name) => repoAccess.find(viewer, `${namespace}/${name}`),
    findMembership: (viewer, namespace) => findMembership(forge, viewer, namespace),
    publicUrl,
  });
}

/** An access token changes what belongs to an organization only with the scope of administration. */
async function findMembership(forge: Core['forge'], viewer: Viewer, namespace: string) {
  if (viewer.admin) return 'owner';
  const membership = await forge.findMembership(viewer, namespace);
  const isLimited = viewer.tokenLimits && viewer.tokenLimits.scope !== 'admin';
  return membership === 'owner' && isLimited ? 'member' : membership;
}

/** Only webhooks need the changes of accounts and repositories. */
function createObservers(config: Config, ports: Ports): Core['observers'] {
  const hasWebhooks = config.extensions.webhook.endpoints.length > 0;
  if (!hasWebhooks) return { user: undefined, repo: undefined };
  return {
    user: (trx, change) => ports.recordUserChange(trx, change),
    repo: (trx, change) => ports.recordRepoChange(trx, change),
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
    sessions: new SessionStore(db, clock, onAccessChange),
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
  const announce = url ? announceChange : undefined;
  const changeBuild = new ChangeBuild({ db, bus, clock, measurements, announce });
  const readChange = createChangeReader(builds, stages);
  const clusterEvents = url
    ? new ClusterEvents({ url, serverId, bus, logger, changes: buildChanges, readChange })
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
