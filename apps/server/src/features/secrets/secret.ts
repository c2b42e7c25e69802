/**
 * A value that builds may use. It belongs to a repository, an organization or, if both ids are null, the whole
 * server.
 */
export interface Secret {
  id: number;
  repoId: number | null;
  namespace: string | null;
  name: string;
  /** Encrypted with the server's key. */
  sealed: string;
  /** Whether builds of pull requests may use it. */
  pullRequest: boolean;
  pullRequestPush: boolean;
  /** Events of the builds that may use it; empty for all. Pull requests depend on `pullRequest` alone. */
  events: string[];
  /** Patterns of branches; empty for all. */
  branches: string[];
  /** Patterns of images; empty for all steps. */
  images: string[];
  /** Unix seconds; 0 if no runner ever got it. */
  lastUsed: number;
  /** Number of the build that last used it; 0 if none, or if the secret does not belong to a repository. */
  lastUsedBuild: number;
  /** Unix seconds. */
  created: number;
  updated: number;
}
