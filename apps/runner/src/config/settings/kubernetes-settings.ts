import { defineSettings } from '@millrace/node-kit/settings/define-settings';
import { securityLevels } from '../../engines/kubernetes/pod-security.ts';

/** Cluster whose Pods run the steps of a runner. */
export const kubernetesSettings = defineSettings({
  namespace: {
    name: 'MILLRACE_KUBERNETES_NAMESPACE',
    kind: 'text',
    format: { pattern: /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/, expected: 'a namespace' },
    text: 'Namespace of the Pods. Use one of its own, because a Pod can mount every secret of its namespace.',
  },
  image: {
    name: 'MILLRACE_KUBERNETES_IMAGE',
    kind: 'text',
    default: '',
    unset: 'required with a namespace',
    text: 'The image of Millrace in your registry. It contains `entrypoint`, the first process of every container.',
  },
  types: {
    name: 'MILLRACE_KUBERNETES_TYPES',
    kind: 'list',
    default: 'kubernetes',
    text: 'Types of pipelines that run in the cluster: `kubernetes`, `docker` or `kubernetes,docker`.',
  },
  startMinutes: {
    name: 'MILLRACE_KUBERNETES_START_MINUTES',
    kind: 'whole',
    default: 10,
    min: 1,
    max: 1440,
    text: 'Time until a container must have its image and run; `1` to `1440`.',
  },
  pod: {
    name: 'MILLRACE_KUBERNETES_POD',
    kind: 'text',
    text: "Name and id of the runner's own Pod, if it is in the same namespace. The cluster then removes the Pods of its stages when it is gone.",
  },
  podUid: { name: 'MILLRACE_KUBERNETES_POD_UID', kind: 'text' },
});

/** All Pods of a runner. */
export const podSettings = defineSettings({
  security: {
    name: 'MILLRACE_KUBERNETES_SECURITY',
    kind: 'choice',
    choices: securityLevels,
    default: 'baseline',
    expected: securityLevels.join(', '),
    text: 'Level of the Pod Security Standards that the Pods keep: `privileged`, `baseline` or `restricted`; see [Pod Security](runners.md#pod-security).',
  },
  hostUsers: {
    name: 'MILLRACE_KUBERNETES_HOST_USERS',
    kind: 'choice',
    choices: ['true', 'false'],
    default: 'true',
    text: '`false` gives Pods a user namespace, see [Pod Security](runners.md#pod-security).',
  },
  allow: {
    name: 'MILLRACE_KUBERNETES_ALLOW',
    kind: 'list',
    text: 'Keys that pipeline files may use: `resources`, `node_selector`, `node_name`, `tolerations`, `labels`, `annotations`, `dns_config`, `downward_api`, with commas.',
  },
  serviceAccounts: {
    name: 'MILLRACE_KUBERNETES_SERVICE_ACCOUNTS',
    kind: 'list',
    text: 'Service accounts that the files of trusted repositories may choose with `service_account_name`. Their steps get the token.',
  },
  claims: {
    name: 'MILLRACE_KUBERNETES_CLAIMS',
    kind: 'list',
    text: 'Names of the PersistentVolumeClaims, ConfigMaps and Secrets of the namespace that the files of trusted repositories may mount, with commas.',
  },
  configMaps: { name: 'MILLRACE_KUBERNETES_CONFIG_MAPS', kind: 'list' },
  secrets: { name: 'MILLRACE_KUBERNETES_SECRETS', kind: 'list' },
  serviceAccount: {
    name: 'MILLRACE_KUBERNETES_SERVICE_ACCOUNT',
    kind: 'text',
    default: '',
    unset: '`default` of the namespace',
    text: 'Service account of all other Pods. Their steps get no token.',
  },
  requests: {
    name: 'MILLRACE_KUBERNETES_REQUESTS',
    kind: 'list',
    text: 'Requests of a Pod whose file chooses none: `cpu=500m,memory=1Gi`. They are split among its containers.',
  },
  maxRequests: {
    name: 'MILLRACE_KUBERNETES_MAX_REQUESTS',
    kind: 'list',
    unset: 'no limit',
    text: 'Maximum requests of a Pod. Those of a file are reduced to it, and the log says so.',
  },
  limits: {
    name: 'MILLRACE_KUBERNETES_LIMITS',
    kind: 'list',
    text: 'Limits of a step whose file chooses none. `MILLRACE_CONTAINER_MEMORY_MB` and `MILLRACE_CONTAINER_CPUS` are the maximum.',
  },
  nodeSelector: {
    name: 'MILLRACE_KUBERNETES_NODE_SELECTOR',
    kind: 'list',
    text: 'Labels of the nodes for all Pods: `name=value,name=value`.',
  },
  tolerations: {
    name: 'MILLRACE_KUBERNETES_TOLERATIONS',
    kind: 'list',
    text: 'Taints that do not keep the Pods away: `dedicated=ci:NoSchedule,spot`.',
  },
  labels: {
    name: 'MILLRACE_KUBERNETES_LABELS',
    kind: 'list',
    text: 'Metadata of all Pods: `name=value,name=value`.',
  },
  annotations: { name: 'MILLRACE_KUBERNETES_ANNOTATIONS', kind: 'list' },
});
