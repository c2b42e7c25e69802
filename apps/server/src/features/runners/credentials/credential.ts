import type { RunnerScope } from '@millrace/build-rules';

/** A runner with a credential of its own. Times are in Unix seconds; 0 means "not yet". */
export interface RunnerCredential {
  id: number;
  /** Name of the runner in builds. No other runner that is not revoked has it. */
  name: string;
  /** Repository that owns the runner; null for none. */
  repoId: number | null;
  /** Namespace that owns the runner; null for none. Without any owner, it is a runner of the whole server. */
  namespace: string | null;
  isProtected: boolean;
  /** Labels of its stages; null if the runner chooses its own. */
  labels: Record<string, string> | null;
  /** Login of the account that added it. */
  createdBy: string;
  created: number;
  /** Hash of the one-time token; null once it was used. */
  tokenHash: string | null;
  tokenExpires: number;
  /** Hash of the credential itself; null before the registration. */
  hash: string | null;
  registered: number;
  lastUsed: number;
  revoked: number;
}

/** Returns the stages that a runner may run; undefined if it may run all. */
export function scopeOf({
  repoId,
  namespace,
  isProtected,
  labels,
}: Pick<RunnerCredential, 'repoId' | 'namespace' | 'isProtected' | 'labels'>):
  | RunnerScope
  | undefined {
  const isLimited = repoId !== null || namespace !== null || isProtected || labels !== null;
  return isLimited ? { repoId, namespace, isProtected, labels } : undefined;
}
