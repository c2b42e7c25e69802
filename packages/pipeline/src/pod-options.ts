/** Amounts that the file does not set are 0. */
export interface ResourceAmounts {
  /** Thousandths of a core. */
  cpu: number;
  /** Bytes. */
  memory: number;
}

export interface Resources {
  requests: ResourceAmounts;
  limits: ResourceAmounts;
}

/** Nodes with a matching taint may run the Pod. Texts may be empty, as in Kubernetes. */
export interface Toleration {
  key: string;
  operator: string;
  value: string;
  effect: string;
  /** Undefined for no limit. */
  seconds: number | undefined;
}

/** Choices of a pipeline for its Pod. Only runners for Kubernetes use them, as far as their settings allow it. */
export interface PodOptions {
  /** Requests of the whole Pod. */
  requests: ResourceAmounts;
  nodeSelector: Record<string, string>;
  nodeName: string;
  tolerations: Toleration[];
  serviceAccountName: string;
  namespace: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  dns: {
    nameservers: string[];
    searches: string[];
    options: { name: string; value: string | undefined }[];
  };
}
