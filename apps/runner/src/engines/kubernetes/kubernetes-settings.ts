import type { PodSettings } from './pod-settings.ts';

/** Types of pipelines whose steps can run in a cluster. */
export const clusterTypes = ['kubernetes', 'docker'] as const;
export type ClusterType = (typeof clusterTypes)[number];

/** Settings of a runner whose steps run in a cluster, which no pipeline file can change. */
export interface KubernetesSettings {
  /** Namespace of the Pods. */
  namespace: string;
  /** Image with the program `entrypoint`: that of Millrace. */
  image: string;
  /** Types of pipelines that run in the cluster. */
  types: readonly ClusterType[];
  /** Maximum time until a container has its image and runs. */
  startMinutes: number;
  /** Name of the runner's own Pod and its id, with which the cluster removes the Pods of stages. */
  owner: { name: string; uid: string } | undefined;
  pods: PodSettings;
}

/** Maximum life of a Pod, for the case that its runner does not return. */
export const maxPodHours = 24;
