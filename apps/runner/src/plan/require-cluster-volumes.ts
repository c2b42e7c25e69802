import type { Pipeline } from '@millrace/pipeline';
import type { MountKind, PodSettings } from '../engines/kubernetes/pod-settings.ts';
import { PlanError } from './stage-plan.ts';

const settingOf: Record<MountKind, string> = {
  claim: 'MILLRACE_KUBERNETES_CLAIMS',
  config_map: 'MILLRACE_KUBERNETES_CONFIG_MAPS',
  secret: 'MILLRACE_KUBERNETES_SECRETS',
};

/**
 * Rejects volumes that mount an object of the cluster which the runner does not allow, and all volumes of a cluster
 * without one. Those that need a trusted repository are among the trust problems of the pipeline.
 * @param pods undefined for a stage that does not run in a cluster
 */
export function requireClusterVolumes(
  { volumes }: Pick<Pipeline, 'volumes'>,
  pods: Pick<PodSettings, 'mounts'> | undefined,
): void {
  for (const volume of volumes) {
    if (volume.kind === 'host' || volume.kind === 'temp') continue;
    const key = `volumes[${volume.name}].${volume.kind}`;
    if (!pods) throw new PlanError(`${key} works only on runners for Kubernetes`);
    if (volume.kind === 'downward_api') continue;
    const { kind, source } = volume;
    if (pods.mounts[kind].includes(source)) continue;
    throw new PlanError(
      `This runner does not allow "${source}" as ${key} in pipeline files. Its ${settingOf[kind]} can allow it`,
    );
  }
}
