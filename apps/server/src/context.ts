import { randomUUID } from 'node:crypto';
import { isFinished } from '@millrace/contract/vocabulary';
import { type Clock, systemClock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import { createLimiterFor } from './accounts/attempt-limiter.ts';
import { PasswordHasher } from './accounts/password-hasher.ts';
import { SessionStore } from './accounts/session-store.ts';
import { SignInGuard } from './accounts/sign-in-guard.ts';
import { UserService } from './accounts/user-service.ts';
import { UserStore } from './accounts/user-store.ts';
import { BuildChangesStore } from './builds/build-changes-store.ts';
import { BuildStore } from './builds/build-store.ts';
import { ChangeBuild } from './builds/change-build.ts';
import { LatestBuildStore } from './builds/latest-build-store.ts';
import { createChangeReader } from './builds/read-change.ts';
import { StageStore } from './builds/stage-store.ts';
import { Leases } from './cluster/leases.ts';
import { announceChange, News } from './cluster/news.ts';
import { ServerList } from './cluster/server-list.ts';
import type { Config } from './config/config.ts';
import type { DataDir } from './config/data-dir.ts';
import { readSecretKeys } from './config/secret-key.ts';
import type { Core } from './core.ts';
import { openDatabase } from './db/database.ts';
import { openServerKeys } from './db/server-keys.ts';
import type { Stage } from './domain/build.ts';
import { createNewsReader } from './features/builds/build-news.ts';
import { RepoService } from './features/repos/repo-service.ts';
import { LostStages } from './features/runners/lost-stages.ts';
import { RunnerRegistry, type SeenRunner } from './features/runners/runner-registry.ts';
import { StageContacts } from './features/runners/stage-contacts.ts';
import { AccountService } from './features/users/account-service.ts';
import { Namespaces } from './features/users/namespaces.ts';
import { PasswordService } from './features/users/password-service.ts';
import { Features } from './features.ts';
import { ClonePasswords } from './forges/builtin/clone-credentials.ts';
import { NamespaceFolders } from './forges/builtin/namespace-folders.ts';
import { RepositoryFiles } from './forges/builtin/repository-files.ts';
import { createGitHost } from './git-host.ts';
import { createAuthority } from './http/authority.ts';
import { Drain } from './http/drain.ts';
import { FileStore } from './object-store/file-store.ts';
import { openObjectStore } from './object-store/open-object-store.ts';
import { WatchedStore } from './object-store/watched-store.ts';
import { PipelineReader } from './pipeline-files/pipeline-reader.ts';
import { createPorts, type Ports } from './ports.ts';
import { RepoAccessStore } from './repositories/repo-access-store.ts';
import { RepoStore } from './repositories/repo-store.ts';
import { RunnerCalls } from './runner-link/runner-calls.ts';
import { createDetailsReader } from './runner-link/stage-details.ts';
import { createFilesWarning } from './runner-link/warn-of-files.ts';
import { type AccessChange, Bus } from './shared/bus.ts';
import { DiskReserve } from './shared/disk-reserve.ts';
import { endIdleThreads } from './shared/worker-pool.ts';
import { linkSourceHost, openSourceHost } from './source-host.ts';
import { version } from './version.ts';

export type Context = Awaited<ReturnType<typeof createContext>>;

/** Public URL of the server; final once the server listens. */
export interface Address {
  url: string;
}

interface Options {
  clock?: Clock | undefined;
  /** Id of this server on a shared database. Generated unless it must survive a restart. */
  serverId?: string;
}

/** The composition root: every part of the server, made once and handed to those who need it. */
export async function createContext(
  config: Config,
  dirs: DataDir,
  logger: Logger,
  address: Address,
  options: Options = {},
) {
  const { clock = systemClock, serverId = randomUUID() } = options;
  const bus = new Bus();
  const { url: databaseUrl } = config.database;
  const db = await openDatabase(databaseUrl ?? dirs.database, {
    ...config.database,
    onAway: (reason) => logger.warn({ reason }, 'waiting for the database, for a minute at most'),
  });
  const leases = new Leases({ db, serverId, wait: clock.wait });
  const { sealer, pipelineSealer } = await openServerKeys(db, await readSecretKeys(dirs, config));

  const onAccessChange = (change: AccessChange) => bus.publish('accessChanged', change);
  const userStore = new UserStore(db, onAccessChange);
  const users = new UserService(userStore, sealer, new PasswordHasher(config.signIn), clock);
  const signInGuard = new SignInGuard(config.signIn, createLimiterFor(db));
  const sessions = new SessionStore(db, clock, onAccessChange);
  const repos = new RepoStore(db, onAccessChange);
  const repoAccess = new RepoAccessStore(db);
  const builds = new BuildStore(db);
  const stages = new StageStore(db);
  const servers: ServerList<SeenRunner> = new ServerList({
    db,
    serverId,
    logger,
    wait: clock.wait,
    listRunners: () => registry.listHere(),
  });
  const registry = new RunnerRegistry(clock, () => servers.listOtherRunners());
  const announce = databaseUrl ? announceChange : undefined;
  const changeBuild = new ChangeBuild({ db, bus, clock, announce });
  const objectStore =
    config.logStore && (await openObjectStore(config.logStore, logger, config.diskReserveBytes));
  const artifactStore =
    objectStore ??
    new WatchedStore(
      new FileStore(dirs.artifacts, new DiskReserve(dirs.artifacts, config.diskReserveBytes)),
      logger,
    );
  const ports = createPorts();
  const latestBuilds = new LatestBuildStore(db);

  const repositoryFiles = new RepositoryFiles(dirs.repositories);
  const clonePasswords = new ClonePasswords(sealer, clock);
  const publicUrl = () => address.url;
  const sourceHost = await openSourceHost({
    config,
    db,
    sealer,
    leases,
    clock,
    logger,
    repos,
    users,
    userStore,
    sessions,
    repositoryFiles,
    clonePasswords,
    onAccessChange,
    publicUrl,
  });
  const { forge, builtinForge, remote, repoSync, follow } = sourceHost;
  const authority = createAuthority({
    onSeen: (user) => remote && repoSync.keepFresh(user),
    findByToken: (token) => users.findByToken(token),
    findBySession: (id) => sessions.findUser(id),
    findRepoAccess: (viewer, namespace, name) => repoAccess.find(viewer, `${namespace}/${name}`),
    findMembership: async (viewer, namespace) =>
      viewer.admin ? 'owner' : forge.findMembership(viewer, namespace),
    publicUrl,
  });

  const pipelineReader = new PipelineReader();
  const namespaces = new Namespaces({
    db,
    bus,
    clock,
    logger,
    hold: (name, job) => leases.hold(name, job),
    folders: new NamespaceFolders(dirs.repositories, dirs.removed),
    receivePushes: (repo) => builtinForge.receivePushes(repo),
  });
  const contacts = new StageContacts({ db, clock });
  const runnerCalls = new RunnerCalls({
    // The disk of another machine's database is not this one's.
    disk: databaseUrl ? null : new DiskReserve(config.dataDir, config.diskReserveBytes),
    stages,
    changeBuild,
    ports,
    takeFile: {
      artifact: (step, file, signal) => ports.takeArtifact(step, file, signal),
      junit: ({ id }, { path, content }) => ports.takeTestReport(id, path, content),
      summary: (step, file, signal) => ports.takeSummary(step, file, signal),
    },
    registry,
    contacts,
    bus,
    isBuildOver: async (buildId) => {
      const build = await builds.findById(buildId);
      return !build || isFinished(build.status);
    },
    readDetails: createDetailsReader({
      builds,
      ports,
      repos,
      forge,
      pipelineReader,
      publicUrl,
      version: version.version,
    }),
    warnOfFiles: createFilesWarning({ changeBuild, pipelineReader }),
  });
  const buildChanges = new BuildChangesStore(db);
  const news =
    databaseUrl &&
    new News({
      url: databaseUrl,
      serverId,
      bus,
      logger,
      changes: buildChanges,
      readChange: createChangeReader(builds, stages),
    });
  const forgeLink = linkSourceHost(sourceHost, {
    config,
    db,
    clock,
    logger,
    repos,
    bus,
    builds,
    stages,
    latestBuilds,
    ports,
    buildChanges,
    publicUrl,
  });

  const drain = new Drain();
  const core: Core = {
    config,
    dirs,
    db,
    bus,
    clock,
    logger,
    leases,
    servers,
    drain,
    changeBuild,
    builds,
    stages,
    keys: { sealer, pipelineSealer },
    pipelineReader,
    forge,
    objectStore,
    artifactStore,
    authority,
    publicUrl,
    users,
    userStore,
    sessions,
    signInGuard,
    repos,
    repoAccess,
  };
  const legacyPorts: Partial<Ports> = {
    runnersFor: (open) => registry.list(open),
    requireDatabase: async () => void (await userStore.count()),
  };
  Object.assign(ports, legacyPorts);
  const features = new Features(core, ports);

  if (news) await news.start();
  return {
    core,
    ports,
    features,
    config,
    dirs,
    logger,
    address,
    clock,
    bus,
    db,
    serverId,
    leases,
    servers,
    drain,
    /** Nothing of it can be used any more. */
    close: async () => {
      await features.stop();
      endIdleThreads();
      if (news) await news.stop();
      await db.destroy();
    },
    version,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    publicUrl,
    userStore,
    users,
    sessions,
    signInGuard,
    repos,
    repoAccess,
    repoService: new RepoService({
      repos,
      forge,
      clock,
      bus,
      follow,
      findNewestNumber: (repoId) => builds.findNewestNumber(repoId),
      listUnfinishedBuilds: (repoId) => builds.listUnfinished(repoId),
    }),
    passwords: new PasswordService({
      users,
      sessions,
      signInGuard,
      hasPasswords: config.forge.passwordSignIn,
    }),
    namespaces,
    accounts: new AccountService(userStore, users, namespaces, clock, remote === null),
    builds,
    stages,
    objectStore,
    artifactStore,
    pipelineReader,
    repositoryFiles,
    clonePasswords,
    ...sourceHost,
    ...forgeLink,
    authority,
    gitHost: createGitHost({
      users,
      signInGuard,
      repos,
      repoAccess,
      namespaces,
      files: repositoryFiles,
      clock,
    }),
    changeBuild,
    buildChanges,
    latestBuilds,
    stageContacts: contacts,
    listKnownRunners: async (open?: readonly Stage[]) =>
      registry.list(open ?? (await stages.listOpen())),
    runnerCalls,
    lostStages: new LostStages({
      stages,
      changeBuild,
      contacts,
      serverId,
      isServerGone: (id) => servers.isGone(id),
      clock,
      logger,
    }),
    readBuildNews: createNewsReader({
      forge,
      findRepo: (id) => repos.findById(id),
      ports,
      findReaders: (repo) => repoAccess.findReaders(repo),
    }),
  };
}
