/** A value that builds may use. It belongs to a repository or an organization; the other id is null. */
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
  /** Unix seconds. */
  created: number;
  updated: number;
}
