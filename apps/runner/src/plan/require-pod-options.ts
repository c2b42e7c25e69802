import type { Pipeline } from '@millrace/pipeline';
import type { KubernetesSettings } from '../engines/kubernetes/kubernetes-settings.ts';
import type { PodChoice } from '../engines/kubernetes/pod-settings.ts';
import { PlanError } from './stage-plan.ts';

/**
 * Rejects choices of a pipeline file that the runner does not allow. Resources that are not allowed are ignored, with a
 * line in the log, because they only tell what the steps need.
 */
export function requirePodOptions(
  { pod, volumes }: Pipeline,
  { trusted }: { trusted: boolean },
  kubernetes: KubernetesSettings | undefined,
): void {
  if (!pod || !kubernetes) return;
  const { allow, serviceAccounts } = kubernetes.pods;
  const { dns, namespace, serviceAccountName: account } = pod;
  const used: Record<Exclude<PodChoice, 'resources'>, boolean> = {
    node_selector: hasKeys(pod.nodeSelector),
    node_name: pod.nodeName !== '',
    tolerations: pod.tolerations.length > 0,
    labels: hasKeys(pod.labels),
    annotations: hasKeys(pod.annotations),
    dns_config: [dns.nameservers, dns.searches, dns.options].some((list) => list.length > 0),
    downward_api: volumes.some(({ kind }) => kind === 'downward_api'),
  };
  for (const [key, isUsed] of Object.entries(used)) {
    if (!isUsed || allow.some((allowed) => allowed === key)) continue;
    throw new PlanError(
      `This runner does not allow "${key}" in pipeline files. Its MILLRACE_KUBERNETES_ALLOW can allow it`,
    );
  }
  if (namespace !== '' && namespace !== kubernetes.namespace) {
    throw new PlanError(
      `This runner runs Pods only in the namespace "${kubernetes.namespace}", not in "${namespace}". Its MILLRACE_KUBERNETES_NAMESPACE sets it`,
    );
  }
  if (account === '') return;
  if (!serviceAccounts.includes(account)) {
    throw new PlanError(
      `This runner does not allow the service account "${account}" in pipeline files. Its MILLRACE_KUBERNETES_SERVICE_ACCOUNTS can allow it`,
    );
  }
  if (!trusted) throw new PlanError('service_account_name needs a trusted repository');
}

function hasKeys(map: object): boolean {
  return Object.keys(map).length > 0;
}
