import type { PodOptions, Toleration } from '@millrace/pipeline';
import type { PodSettings } from './pod-settings.ts';

/** A stage on a lost machine ends after a minute, instead of after five. */
const lossTolerations = ['not-ready', 'unreachable'].map(
  (condition): Toleration => ({
    key: `node.kubernetes.io/${condition}`,
    operator: 'Exists',
    value: '',
    effect: 'NoExecute',
    seconds: 60,
  }),
);

/** Returns the fields of a Pod that decide about its node. Those of the runner take precedence. */
export function podPlacement(pod: PodOptions | undefined, settings: PodSettings): object {
  const nodeSelector = { ...pod?.nodeSelector, ...settings.nodeSelector };
  const all = [...lossTolerations, ...settings.tolerations, ...(pod?.tolerations ?? [])];
  return {
    tolerations: all.map(toleration),
    ...(Object.keys(nodeSelector).length > 0 ? { nodeSelector } : {}),
    ...(pod?.nodeName ? { affinity: affinityTo(pod.nodeName) } : {}),
  };
}

function toleration({ key, operator, value, effect, seconds }: Toleration): object {
  const texts = Object.entries({ key, operator, value, effect });
  return {
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
    ...(seconds === undefined ? {} : { tolerationSeconds: seconds }),
  };
}

/** `nodeName` would bypass the scheduler, with taints and free capacity. */
function affinityTo(node: string): object {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [node] }];
  const required = { nodeSelectorTerms: [{ matchFields }] };
  return { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
}

/** Returns the service account. Steps get a token only of an account that the file may choose. */
export function podAccount(pod: PodOptions | undefined, settings: PodSettings): object {
  const chosen = pod?.serviceAccountName;
  const name = chosen || settings.serviceAccount;
  return {
    automountServiceAccountToken: Boolean(chosen),
    ...(name ? { serviceAccountName: name } : {}),
  };
}
