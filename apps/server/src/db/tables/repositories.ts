import type { Visibility } from '@millrace/contract/vocabulary';
import type { Generated, Selectable } from 'kysely';
import type { Flag, TimeSec } from './columns.ts';

interface ReposTable {
  id: Generated<number>;
  uid: string;
  user_id: number;
  namespace: string;
  name: string;
  slug: string;
  forge: string;
  /** Whether the repository is private at the forge. The visibility chosen in the settings may differ. */
  forge_private: Flag;
  default_branch: string;
  visibility: Visibility;
  active: Flag;
  config_path: string;
  /** Folder whose files are read with the pipeline file; empty for none. */
  config_folder: Generated<string>;
  trusted: Flag;
  protected: Flag;
  ignore_forks: Flag;
  ignore_pull_requests: Flag;
  auto_cancel_pull_requests: Flag;
  auto_cancel_pushes: Flag;
  auto_cancel_running: Flag;
  timeout: number;
  /** Maximum number of running stages; 0 is no limit. */
  throttle: Generated<number>;
  /** Whether the repository ever had test results. */
  has_tests: Generated<Flag>;
  counter: number;
  /** Time of the last background check at the forge. */
  checked: Generated<TimeSec>;
  /** Time since which the forge has shown the repository to no account; 0 if it shows it. */
  missing: Generated<TimeSec>;
  synced: TimeSec;
  created: TimeSec;
  updated: TimeSec;
  version: number;
}

interface RepoPermissionsTable {
  user_id: number;
  repo_id: number;
  read: Flag;
  write: Flag;
  admin: Flag;
  /**
   * Rank of the role that the forge or a person has granted: 1 read, 2 write, 3 admin, 0 none. Null in rows without a role
   * through an organization that earlier servers have written: the permissions are then the granted ones.
   */
  granted_rank: Generated<number | null>;
  /** Rank of the highest role that an organization gives, through its teams or as to its owner. */
  team_rank: Generated<number>;
}

/** Stored bytes of repositories, as last measured. */
interface RepoSizesTable {
  repo_id: number;
  git: number;
  logs: number;
  artifacts: number;
  caches: Generated<number>;
  measured: TimeSec;
}

/** Keys that sign the webhook deliveries of repositories. */
interface RepoHooksTable {
  repo_id: number;
  secret_sealed: string;
}

/** Account or organization at the forge that owns the namespace. */
interface ForgeNamespacesTable {
  forge: string;
  namespace: string;
  uid: string;
}

interface NamespaceMovesTable {
  namespace: string;
  /** Account that gets the folders; null if they are deleted. */
  successor: string | null;
}

/** Repositories whose builds may read another repository. */
interface BuildAccessTable {
  repo_id: number;
  /** The other repository. */
  target_id: number;
  /** Login of the account that added it. */
  added_by: string;
  created: TimeSec;
}

/** Null is the limit of the server, 0 is none. */
interface OwnerLimitsTable {
  namespace: string;
  running: number | null;
  /** Bytes. */
  storage: number | null;
}

interface RepoPrioritiesTable {
  repo_id: number;
  /** JSON: the priority of its builds, and rules for some of them. */
  rules: string;
}

interface BadgeKeysTable {
  repo_id: number;
  /** Encrypted with the server's key. */
  key: string;
}

/** Patterns of protected branches and tags, as JSON lists. The default branch is always protected. */
interface ProtectedRefsTable {
  repo_id: number;
  branches: string;
  tags: string;
}

/** Repositories with their members and webhooks. */
export interface RepositoryTables {
  badge_keys: BadgeKeysTable;
  owner_limits: OwnerLimitsTable;
  repo_priorities: RepoPrioritiesTable;
  repos: ReposTable;
  repo_permissions: RepoPermissionsTable;
  repo_hooks: RepoHooksTable;
  forge_namespaces: ForgeNamespacesTable;
  namespace_moves: NamespaceMovesTable;
  repo_sizes: RepoSizesTable;
  build_access: BuildAccessTable;
  protected_refs: ProtectedRefsTable;
}

export type RepoRow = Selectable<ReposTable>;
export type PermissionRow = Selectable<RepoPermissionsTable>;
