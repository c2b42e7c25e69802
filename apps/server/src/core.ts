import type { PipelineReader } from '@millrace/build-host/pipeline-files/pipeline-reader';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { OrganizationStore } from './accounts/organization-store.ts';
import type { SessionStore } from './accounts/session-store.ts';
import type { SignInGuard } from './accounts/sign-in-guard.ts';
import type { UserService } from './accounts/user-service.ts';
import type { UserStore } from './accounts/user-store.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { BuildChangesStore } from './builds/build-changes-store.ts';
import type { BuildStore } from './builds/build-store.ts';
import type { ChangeBuild } from './builds/change-build.ts';
import type { BuildReadModel } from './builds/read/build-read-model.ts';
import type { StageStore } from './builds/stage-store.ts';
import type { Leases } from './cluster/leases.ts';
import type { ServerList } from './cluster/server-list.ts';
import type { Config } from './config/config.ts';
import type { DataDir } from './config/data-dir.ts';
import type { Database } from './db/database.ts';
import type { ObserveChange } from './db/observe-change.ts';
import type { ServerKeys } from './db/server-keys.ts';
import type { Repo } from './domain/repo.ts';
import type { User } from './domain/user.ts';
import type { GitHosting } from './forges/builtin/git-hosting.ts';
import type { Forge } from './forges/forge.ts';
import type { OpenedForge } from './forges/open-forge.ts';
import type { Authority } from './http/authority.ts';
import type { Drain } from './http/drain.ts';
import type { ObjectStore } from './object-store/object-store.ts';
import type { RepoAccessStore } from './repositories/repo-access-store.ts';
import type { RepoStore } from './repositories/repo-store.ts';
import type { Bus } from './shared/bus.ts';
import type { Measurements } from './shared/measurements.ts';
import type { ServerTls } from './tls/server-tls.ts';

/** Dependencies of every feature. */
export interface Core {
  config: Config;
  dirs: DataDir;
  db: Database;
  bus: Bus;
  /** Facts about the work of this process, for metrics. */
  measurements: Measurements;
  clock: Clock;
  logger: Logger;
  leases: Leases;
  /** Id of this server on a shared database. */
  serverId: string;
  /** All servers on the database, including this one. */
  servers: ServerList;
  drain: Drain;
  /** Null if the server serves HTTP, as behind a proxy. */
  tls: ServerTls | null;
  /** Changes builds, stages and steps. No other code does. */
  changeBuild: ChangeBuild;
  /** The outbox: changes of builds in commit order. */
  buildChanges: BuildChangesStore;
  builds: BuildStore;
  stages: StageStore;
  /** Builds as the API shows them. */
  buildReadModel: BuildReadModel;
  /** Encrypts stored values, and values in pipeline files. */
  keys: Pick<ServerKeys, 'sealer' | 'pipelineSealer'>;
  pipelineReader: PipelineReader;
  /** The remote forge if one is configured, otherwise the built-in one. */
  forge: Forge;
  /** Null if the built-in forge is used. */
  remote: OpenedForge | null;
  hosting: GitHosting;
  users: UserService;
  userStore: UserStore;
  organizations: OrganizationStore;
  sessions: SessionStore;
  signInGuard: SignInGuard;
  repos: RepoStore;
  repoAccess: RepoAccessStore;
  /** Storage for logs of finished steps; null if they stay in the database. */
  objectStore: ObjectStore | null;
  /** Storage for artifacts. */
  artifactStore: ObjectStore;
  authority: Authority;
  audit: AuditLog;
  /** Record changes of accounts and repositories; undefined if nothing needs them. */
  observers: {
    user: ObserveChange<User> | undefined;
    repo: ObserveChange<Repo> | undefined;
  };
  /** Returns the public URL of this server; empty until it listens. */
  publicUrl: () => string;
}
