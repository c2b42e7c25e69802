import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { SessionStore } from './accounts/session-store.ts';
import type { UserService } from './accounts/user-service.ts';
import type { UserStore } from './accounts/user-store.ts';
import type { BuildChangesStore } from './builds/build-changes-store.ts';
import type { BuildStore } from './builds/build-store.ts';
import type { LatestBuildStore } from './builds/latest-build-store.ts';
import type { StageStore } from './builds/stage-store.ts';
import type { Leases } from './cluster/leases.ts';
import type { Config } from './config/config.ts';
import type { Database } from './db/database.ts';
import type { Repo } from './domain/repo.ts';
import type { User } from './domain/user.ts';
import { RepoSync } from './features/repos/repo-sync.ts';
import { RepoSyncStore } from './features/repos/repo-sync-store.ts';
import { createSettleDisplaced } from './features/repos/settle-displaced.ts';
import { AccountRights } from './features/users/account-rights.ts';
import { ForgeSignIn } from './features/users/forge-sign-in.ts';
import { DeliveryStore } from './features/webhooks/delivery-store.ts';
import { DeliveryWorker } from './features/webhooks/delivery-worker.ts';
import { EventReceiver } from './features/webhooks/event-receiver.ts';
import { createForgeChecks } from './forge-checks.ts';
import { BuiltinForge } from './forges/builtin/builtin-forge.ts';
import type { ClonePasswords } from './forges/builtin/clone-credentials.ts';
import type { RepositoryFiles } from './forges/builtin/repository-files.ts';
import type { Forge, ForgeEvent } from './forges/forge.ts';
import { openForge } from './forges/open-forge.ts';
import { CommitStatusReporter } from './listeners/statuses/commit-status-reporter.ts';
import { CommitStatusStore } from './listeners/statuses/commit-status-store.ts';
import type { Ports } from './ports.ts';
import { toForgeRepo } from './repositories/repo-mapper.ts';
import type { RepoStore } from './repositories/repo-store.ts';
import type { AccessChange, Bus } from './shared/bus.ts';
import type { Sealer } from './shared/sealer.ts';
import { version } from './version.ts';

interface Parts {
  config: Config;
  db: Database;
  sealer: Sealer;
  leases: Leases;
  clock: Clock;
  logger: Logger;
  repos: RepoStore;
  users: UserService;
  userStore: UserStore;
  sessions: SessionStore;
  repositoryFiles: RepositoryFiles;
  clonePasswords: ClonePasswords;
  onAccessChange: (change: AccessChange) => void;
  publicUrl: () => string;
}

export type SourceHost = Awaited<ReturnType<typeof openSourceHost>>;

/** The forge that is in use, with those who sign in through it and their repositories. */
export async function openSourceHost(parts: Parts) {
  const { config, db, clock, logger, repos, users, userStore, sealer, publicUrl } = parts;
  const builtinForge = new BuiltinForge({
    files: parts.repositoryFiles,
    clonePasswords: parts.clonePasswords,
    publicUrl,
    hold: (name, job) => parts.leases.hold(name, job),
    listGrantedRepos: async (login) => {
      const user = await userStore.findByLogin(login);
      return user
        ? (await repos.listGranted(user.id)).map((repo) => toForgeRepo(repo, repo.permissions))
        : [];
    },
  });
  const { admins, allowed } = config.forge;
  const { sessions } = parts;
  const rights = new AccountRights({ users: userStore, sessions, clock, logger, admins, allowed });
  const remote =
    config.forge.remote &&
    (await openForge(config.forge.remote, {
      db,
      sealer,
      clock,
      logger,
      version: version.version,
      publicUrl,
      hold: (name, job) => parts.leases.hold(name, job),
      onEnded: (userId, end) => rights.end(userId, end),
    }));
  const forge: Forge = remote?.forge ?? builtinForge;
  /** @throws AppError where the forge or `MILLRACE_ALLOWED` refuses it; its rights have ended then */
  const checkAccount = async (user: Pick<User, 'id'>) => {
    if (remote) await rights.settle(user, await remote.forge.checkAccount(user.id));
  };
  const settleDisplaced = createSettleDisplaced({
    forge,
    repos,
    syncStore: () => syncStore,
    clock,
    logger,
  });
  const syncStore: RepoSyncStore = new RepoSyncStore(db, parts.onAccessChange, settleDisplaced);
  const repoSync = new RepoSync({
    // The built-in git hosting reads its grants from the database. Writing them back would undo a change made
    // between the two.
    repos: remote ? syncStore : { replaceGrants: async () => {} },
    clock,
    logger,
    forgeKind: forge.kind,
    listForgeRepos: async (user) => {
      await checkAccount(user);
      return forge.listRepos(user);
    },
    hold: (name, job) => parts.leases.hold(name, job),
    listSyncing: () => userStore.listSyncing(),
    clearSyncing: async (userId) => {
      await userStore.update(userId, { syncing: false });
    },
    setSyncing: async (userId, isSyncing) => {
      const synced = isSyncing ? {} : { synced: clock.nowSec() };
      await userStore.update(userId, { syncing: isSyncing, ...synced });
    },
  });
  const forgeSignIn =
    remote &&
    new ForgeSignIn({
      pages: remote.forge.signIn,
      users,
      userStore,
      sealer,
      clock,
      rights,
      admins,
    });
  const checks = remote && createForgeChecks({ ...parts, ...remote, syncStore, checkAccount });
  return {
    checks,
    builtinForge,
    remote,
    forge,
    syncStore,
    repoSync,
    forgeSignIn,
    findLogin: async (uid: string) => {
      const identity = await remote?.identities.findByUid(forge.kind, uid);
      return identity && (await userStore.findById(identity.userId))?.login;
    },
    follow: (repo: Repo, facts: Omit<ForgeEvent['repo'], 'uid'>) =>
      syncStore.follow(repo, facts, clock.nowSec()),
  };
}

/** Connects the events and callbacks of the forge. */
export function linkSourceHost(
  { forge, remote, syncStore, follow, findLogin }: SourceHost,
  parts: Pick<Parts, 'config' | 'db' | 'clock' | 'logger' | 'repos' | 'publicUrl'> & {
    bus: Bus;
    builds: BuildStore;
    stages: StageStore;
    latestBuilds: LatestBuildStore;
    ports: Pick<Ports, 'createBuild' | 'endPullRequest'>;
    buildChanges: BuildChangesStore;
  },
) {
  const { db, clock, logger, repos, builds, stages, latestBuilds, ports } = parts;
  const eventReceiver = new EventReceiver({
    forge,
    logger,
    follow,
    findLogin,
    findRepo: ({ uid, namespace, name }) =>
      uid === undefined
        ? repos.findBySlug(`${namespace}/${name}`)
        : syncStore.findByUid(forge.kind, uid),
    lose: (repo) => syncStore.lose(repo, clock.nowSec()),
    createBuild: (repo, request) => ports.createBuild(repo, request),
    forgetBranch: (repo, branch) => latestBuilds.forget(repo.id, 'branch', branch),
    endPullRequest: (repo, { ref }) => ports.endPullRequest(repo, ref),
  });
  const deliveryWorker = new DeliveryWorker({
    deliveries: new DeliveryStore(db),
    bus: parts.bus,
    clock,
    logger,
    receive: (event, age) => eventReceiver.receive(event, age),
  });
  const commitStatuses =
    remote &&
    new CommitStatusReporter({
      statuses: new CommitStatusStore(db),
      changes: parts.buildChanges,
      bus: parts.bus,
      clock,
      logger,
      forge: remote.forge,
      findBuild: (id) => builds.findById(id),
      isBlocked: async ({ id }) =>
        (await stages.list(id)).some(({ status }) => status === 'blocked'),
      findRepo: (id) => repos.findById(id),
      publicUrl: parts.publicUrl,
      statusName: parts.config.forge.statusName,
    });
  return { eventReceiver, deliveryWorker, commitStatuses };
}
