/** Stages that a runner may run by its credential. */
export interface RunnerScope {
  /** Repository that owns the runner; null for none. */
  repoId: number | null;
  /** Namespace that owns the runner; null for none. Without any owner, it is a runner of the whole server. */
  namespace: string | null;
  /** Whether it takes only stages of protected builds. */
  isProtected: boolean;
  /** Labels that a stage must require; null if the runner chooses its own. */
  labels: Record<string, string> | null;
}

/** Facts about a stage that decide which runners may run it. The server knows them from the forge, not from a file. */
export interface StageRights {
  /** Namespace of its repository. */
  namespace: string;
  /** Whether its build is of a protected branch or tag. */
  isProtected: boolean;
}

interface Claimable {
  repoId: number;
  labels: Record<string, string>;
}

/** Returns whether a runner may run a stage. Without a scope, it may run all. */
export function mayRun(
  stage: Claimable,
  rights: StageRights,
  scope: RunnerScope | undefined,
): boolean {
  if (!scope) return true;
  if (!isOfOwner(stage, rights, scope)) return false;
  if (scope.isProtected && !rights.isProtected) return false;
  return scope.labels === null || hasSameLabels(stage.labels, scope.labels);
}

/** Returns whether the owner of a runner owns the repository of a stage, too. */
export function isOfOwner(
  { repoId }: Pick<Claimable, 'repoId'>,
  { namespace }: Pick<StageRights, 'namespace'>,
  scope: Pick<RunnerScope, 'repoId' | 'namespace'> | undefined,
): boolean {
  if (!scope) return true;
  if (scope.repoId !== null) return scope.repoId === repoId;
  return scope.namespace === null || scope.namespace === namespace;
}

/** A runner with labels is reserved for stages that require exactly these labels. */
export function hasSameLabels(
  wanted: Record<string, string>,
  offered: Record<string, string>,
): boolean {
  const names = Object.keys(wanted);
  return (
    names.length === Object.keys(offered).length &&
    names.every((name) => Object.hasOwn(offered, name) && wanted[name] === offered[name])
  );
}
