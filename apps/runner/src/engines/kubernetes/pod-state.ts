import type { Pod } from './pod-schema.ts';

const mebibyte = 1024 * 1024;

/**
 * State of a container: `waiting` until it runs, `ended` when its program has ended without the cluster's help, and
 * `gone` if the cluster has ended it or its Pod. A waiting container may have a reason, which is final if waiting
 * longer does not help.
 */
export type ContainerState =
  | { kind: 'running' }
  | { kind: 'waiting'; reason: string; cause?: 'image'; isFinal?: boolean }
  | { kind: 'ended'; reason: string; isOutOfMemory: boolean }
  | { kind: 'gone'; reason: string };

/** Reasons of Kubernetes for an image that is not there. The kubelet tries again. */
const imageReasons = new Set(['ErrImagePull', 'ImagePullBackOff', 'RegistryUnavailable']);
/** Reasons of Kubernetes that stay until somebody changes the Pod. */
const finalReasons = new Set([
  'InvalidImageName',
  'ErrImageNeverPull',
  'CreateContainerError',
  'RunContainerError',
]);
/** Reasons that every container has while it starts. */
const usualReasons = new Set(['', 'ContainerCreating', 'PodInitializing']);

/** Returns the state of a container as far as the cluster has reported it. */
export function containerState(pod: Pod | undefined, name: string): ContainerState {
  if (!pod) return { kind: 'waiting', reason: '' };
  const own = ownState(pod, name);
  // Its own reason says more than that of the Pod.
  if (own.kind === 'ended' && own.isOutOfMemory) return own;
  const lost = lossOf(pod);
  return lost === undefined ? own : { kind: 'gone', reason: `The Pod is gone: ${lost}` };
}

function ownState(pod: Pod, name: string): ContainerState {
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
  const status = containerStatuses.find((candidate) => candidate.name === name);
  if (status?.state?.running) return { kind: 'running' };
  const ended = status?.state?.terminated;
  if (ended) {
    const isOutOfMemory = ended.reason === 'OOMKilled';
    const reason = isOutOfMemory ? outOfMemory(pod, name) : describe(ended);
    return { kind: 'ended', reason, isOutOfMemory };
  }
  const failedInit = initContainerStatuses.find(({ state }) => state?.terminated?.exitCode);
  if (failedInit?.state?.terminated) {
    return {
      kind: 'gone',
      reason: `The Pod did not start: ${describe(failedInit.state.terminated)}`,
    };
  }
  const waiting = [status, ...initContainerStatuses]
    .map((candidate) => candidate?.state?.waiting)
    .find((candidate) => candidate && !usualReasons.has(candidate.reason));
  if (waiting) {
    const isImage = imageReasons.has(waiting.reason);
    return {
      kind: 'waiting',
      reason: describe(waiting),
      ...(isImage ? { cause: 'image' } : {}),
      isFinal: finalReasons.has(waiting.reason),
    };
  }
  return { kind: 'waiting', reason: unscheduled(pod) };
}

/** Returns why the cluster has ended a Pod; undefined if it did not. */
function lossOf({ metadata, status }: Pod): string | undefined {
  const disruption = status?.conditions?.find(
    (condition) => condition.type === 'DisruptionTarget' && condition.status === 'True',
  );
  if (status?.phase === 'Failed' && status.reason !== '') return describe(status);
  if (status?.phase === 'Failed' && disruption) return describe(disruption);
  if (metadata.deletionTimestamp === undefined) return undefined;
  return disruption ? describe(disruption) : 'it was deleted';
}

function unscheduled({ status }: Pod): string {
  const condition = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  return condition?.status === 'False' ? describe(condition) : '';
}

/** Returns the reason of a container that had too little memory, with its limit. */
export function outOfMemory(pod: Pod | undefined, name: string): string {
  const container = pod?.spec.containers.find((candidate) => candidate.name === name);
  const limit = container?.resources?.limits?.memory;
  return limit === undefined ? 'OOMKilled' : `OOMKilled at ${readable(limit)}`;
}

/** Returns bytes in mebibytes. A cluster may set limits in other units, and normalizes those of the runner. */
function readable(quantity: string): string {
  const [, amount = '', unit = ''] = /^(\d+)([KMG]i?)?$/.exec(quantity) ?? [];
  if (amount === '') return quantity;
  if (unit !== '') return `${amount} ${unit}B`;
  return `${Math.round(Number(amount) / mebibyte)} MiB`;
}

function describe({ reason, message }: { reason: string; message: string }): string {
  if (reason === '') return message || 'for an unknown reason';
  return message === '' ? reason : `${reason} (${message.trim()})`;
}
