import { entrypointImage, type TestCluster } from '@millrace/test-support/test-cluster';
import { defaultContainerSettings } from '../engines/docker/container-settings.ts';
import type { Engine } from '../engines/engine.ts';
import { createKubernetesEngines } from '../engines/kubernetes/kubernetes-engine.ts';
import type { ClusterType } from '../engines/kubernetes/kubernetes-settings.ts';
import { defaultPodSettings, type PodSettings } from '../engines/kubernetes/pod-settings.ts';

interface ClusterEngineOptions {
  workDir: string;
  /** Name of the runner. */
  machine?: string | undefined;
  type?: ClusterType;
  pods?: Partial<PodSettings>;
  startMinutes?: number;
  /** Maximum memory of a step; 0 is no maximum. */
  memoryMb?: number;
}

/** Creates an engine whose steps run in a cluster of tests. */
export function createClusterEngine(cluster: TestCluster, options: ClusterEngineOptions): Engine {
  const {
    workDir,
    machine = 'host',
    type = 'kubernetes',
    startMinutes = 1,
    pods,
    memoryMb = 0,
  } = options;
  const { limits } = defaultContainerSettings;
  const [engine] = createKubernetesEngines({
    workDir,
    machine,
    killGraceMs: 500,
    env: { KUBECONFIG: cluster.kubeconfig },
    containers: { ...defaultContainerSettings, limits: { ...limits, memoryMb } },
    settings: {
      namespace: 'default',
      image: entrypointImage,
      types: [type],
      startMinutes,
      owner: undefined,
      pods: { ...defaultPodSettings, ...pods },
    },
  });
  if (!engine) throw new Error('There is no engine');
  return engine;
}
