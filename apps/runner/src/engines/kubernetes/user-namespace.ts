import type { ContainerSpec } from '../engine.ts';
import type { Pod } from './pod-schema.ts';
import type { PodSettings } from './pod-settings.ts';

interface Step {
  container: Pick<ContainerSpec, 'privileged'>;
}

/** True if the users of a Pod are not those of its node. A privileged step would have no privileges there. */
export function hasOwnUsers(
  steps: readonly Step[],
  { hostUsers }: Pick<PodSettings, 'hostUsers'>,
): boolean {
  return !hostUsers && !steps.some(({ container }) => container.privileged);
}

/** Throws an error for a Pod that was to have its own users. Clusters without user namespaces drop the field silently. */
export function requireOwnUsers({ spec }: Pick<Pod, 'spec'>): void {
  if (spec.hostUsers === false) return;
  throw new Error(
    'The cluster ignores MILLRACE_KUBERNETES_HOST_USERS=false: it has no user namespaces, as Kubernetes has since 1.33',
  );
}
