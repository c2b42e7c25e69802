import type { PipelineVolume } from '@millrace/pipeline';
import type { ContainerSpec } from '../engine.ts';

/** Levels of the Pod Security Standards, from the one that allows everything. */
export const securityLevels = ['privileged', 'baseline', 'restricted'] as const;
export type SecurityLevel = (typeof securityLevels)[number];

/** User and group of all containers at the level `restricted`, unless a step has another user. */
const plainUser = 1000;
/** A user that needs no lookup in the image and is not root, optionally with its group. */
const plainUserPattern = /^([1-9]\d{0,8})(?::(\d{1,9}))?$/;

interface SecuredStep {
  name: string;
  container: Pick<ContainerSpec, 'privileged' | 'user'>;
}

/** Throws an error for a step or volume that the level does not allow. */
export function requireSecurity(
  steps: readonly SecuredStep[],
  volumes: readonly PipelineVolume[],
  level: SecurityLevel,
): void {
  if (level === 'privileged') return;
  const hint = `MILLRACE_KUBERNETES_SECURITY of this runner is ${level}`;
  const privileged = steps.find(({ container }) => container.privileged);
  if (privileged) throw new Error(`Step "${privileged.name}" needs privileges, but ${hint}`);
  const host = volumes.find(({ kind }) => kind === 'host');
  if (host) throw new Error(`The volume "${host.name}" is a folder of the host, but ${hint}`);
  if (level === 'baseline') return;
  const named = steps.find(({ container: { user } }) => user && !plainUserPattern.test(user));
  if (!named) return;
  throw new Error(
    `The user of step "${named.name}" must be a number other than 0, because ${hint}; it is "${named.container.user}"`,
  );
}

/** Returns the security context of a Pod. */
export function podSecurity(level: SecurityLevel): object {
  const seccompProfile = { type: 'RuntimeDefault' };
  if (level !== 'restricted') return { seccompProfile };
  return { seccompProfile, runAsNonRoot: true, fsGroup: plainUser };
}

/** Returns the security context of the runner's containers. As in Docker, files of a workspace belong to root if possible. */
export function helperSecurity(level: SecurityLevel): object {
  if (level === 'restricted') return restrictedContainer;
  return { runAsUser: 0, runAsGroup: 0, allowPrivilegeEscalation: false };
}

/**
 * Returns the security context of a step. Only at the level `restricted`, Kubernetes changes to the user of the step:
 * it cannot look up names, as `entrypoint` does, but `entrypoint` would need the rights of root.
 */
export function stepSecurity(
  { privileged, user }: SecuredStep['container'],
  level: SecurityLevel,
): object {
  if (level !== 'restricted') return { privileged, ...(user === '' ? {} : { runAsUser: 0 }) };
  const [, id, group] = plainUserPattern.exec(user) ?? [];
  return {
    ...restrictedContainer,
    ...(id === undefined ? {} : { runAsUser: Number(id) }),
    ...(group === undefined ? {} : { runAsGroup: Number(group) }),
  };
}

const restrictedContainer = {
  runAsUser: plainUser,
  runAsGroup: plainUser,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
};
