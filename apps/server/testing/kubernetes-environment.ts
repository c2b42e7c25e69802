import { entrypointImage, type TestCluster } from '@millrace/test-support/test-cluster';

/** Returns the settings of a runner whose steps run in the cluster. */
export function kubernetesEnvironment({ kubeconfig }: TestCluster): Record<string, string> {
  return {
    MILLRACE_KUBERNETES_NAMESPACE: 'default',
    MILLRACE_KUBERNETES_IMAGE: entrypointImage,
    KUBECONFIG: kubeconfig,
  };
}
