import type { AccountTables } from './tables/accounts.ts';
import type { BisectionTables } from './tables/bisections.ts';
import type { BuildTables } from './tables/builds.ts';
import type { CacheTables } from './tables/caches.ts';
import type { CauseTables } from './tables/causes.ts';
import type { JobTables } from './tables/jobs.ts';
import type { NotificationTables } from './tables/notifications.ts';
import type { OrganizationTables } from './tables/organizations.ts';
import type { RepositoryTables } from './tables/repositories.ts';
import type { ResultTables } from './tables/results.ts';
import type { SecretTables } from './tables/secrets.ts';
import type { ServerTables } from './tables/servers.ts';
import type { TerminalTables } from './tables/terminals.ts';
import type { TestTables } from './tables/tests.ts';

export type { ForgeIdentityRow, UserRow } from './tables/accounts.ts';
export type { BisectionCommitRow, BisectionRow } from './tables/bisections.ts';
export type { AttemptRow, BuildRow, StageRow, StepRow } from './tables/builds.ts';
export type { CronRow, JobRow } from './tables/jobs.ts';
export type { DeliveryRow, SubscriptionRow } from './tables/notifications.ts';
export type { PermissionRow, RepoRow } from './tables/repositories.ts';
export type { RegistryRow, SecretRow } from './tables/secrets.ts';
export type { RunnerCredentialRow } from './tables/servers.ts';
export type { KeptStepRow, TerminalRow } from './tables/terminals.ts';

/** All tables of the database. */
export interface Tables
  extends AccountTables,
    BisectionTables,
    BuildTables,
    CacheTables,
    CauseTables,
    JobTables,
    NotificationTables,
    OrganizationTables,
    RepositoryTables,
    ResultTables,
    SecretTables,
    ServerTables,
    TerminalTables,
    TestTables {}
