import type { ResourceAmounts, Toleration } from '@millrace/pipeline';
import type { SecurityLevel } from './pod-security.ts';

/** Keys of a pipeline file that a runner can allow. */
export const podChoices = [
  'resources',
  'node_selector',
  'node_name',
  'tolerations',
  'labels',
  'annotations',
  'dns_config',
  'downward_api',
] as const;
export type PodChoice = (typeof podChoices)[number];

/** Volumes of a pipeline file that mount an object of the cluster. */
export type MountKind = 'claim' | 'config_map' | 'secret';

/** Settings of an administrator for all Pods of a runner. */
export interface PodSettings {
  /** Level of the Pod Security Standards that the Pods keep. */
  security: SecurityLevel;
  /** False gives Pods a user namespace: root in a container is another user on the node. */
  hostUsers: boolean;
  /** Keys that a pipeline file may use. */
  allow: readonly PodChoice[];
  /** Service accounts that a trusted repository may choose. Its steps get the token. */
  serviceAccounts: readonly string[];
  /** Objects of the namespace that a trusted repository may mount, by the kind of volume. */
  mounts: Record<MountKind, readonly string[]>;
  /** Requests of a Pod if its pipeline file chooses none. */
  requests: ResourceAmounts;
  /** Maximum requests of a Pod that a pipeline file can choose; 0 means no limit. */
  maxRequests: ResourceAmounts;
  /** Limits of a step if its pipeline file chooses none. */
  limits: ResourceAmounts;
  nodeSelector: Record<string, string>;
  tolerations: readonly Toleration[];
  /** Service account of the Pods, whose steps get no token; empty for that of the namespace. */
  serviceAccount: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

const none: ResourceAmounts = { cpu: 0, memory: 0 };

export const defaultPodSettings: PodSettings = {
  security: 'baseline',
  hostUsers: true,
  allow: [],
  serviceAccounts: [],
  mounts: { claim: [], config_map: [], secret: [] },
  requests: none,
  maxRequests: none,
  limits: none,
  nodeSelector: {},
  tolerations: [],
  serviceAccount: '',
  labels: {},
  annotations: {},
};
