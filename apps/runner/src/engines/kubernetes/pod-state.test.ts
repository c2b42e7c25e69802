import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { podSchema } from './pod-schema.ts';
import { containerState } from './pod-state.ts';

const condition = (type: string, status: string, reason: string, message: string) => ({
  type,
  status,
  reason,
  message,
});
const evicted = { phase: 'Failed', reason: 'Evicted', message: 'The node was low on memory.' };
const terminated = (reason: string, exitCode: number) => ({ terminated: { reason, exitCode } });

/** Returns the Pod with this status, as an API server sends it. */
function podOf(status: object, { memory = '', isDeleted = false } = {}) {
  return z.parse(podSchema, {
    metadata: { name: 'stage', ...(isDeleted ? { deletionTimestamp: 'now' } : {}) },
    spec: {
      containers: [{ name: 'step-2', resources: memory ? { limits: { memory } } : {} }],
    },
    status,
  });
}

const withState = (state: object, more: object = {}) => ({
  containerStatuses: [{ name: 'step-2', state }],
  ...more,
});

describe('containerState', () => {
  it('waits for a Pod that is not known yet', () => {
    expect(containerState(undefined, 'step-2')).toEqual({ kind: 'waiting', reason: '' });
  });

  it('is running', () => {
    expect(containerState(podOf(withState({ running: {} })), 'step-2').kind).toBe('running');
  });

  it.for([
    ['ContainerCreating', { reason: '' }],
    ['ErrImagePull', { reason: 'ErrImagePull', cause: 'image', isFinal: false }],
    ['InvalidImageName', { reason: 'InvalidImageName', isFinal: true }],
  ] as const)('waits because of %s', ([reason, expected]) => {
    const pod = podOf(withState({ waiting: { reason } }));
    expect(containerState(pod, 'step-2')).toEqual({ kind: 'waiting', ...expected });
  });

  it('says why the Pod has no machine', () => {
    const conditions = [condition('PodScheduled', 'False', 'Unschedulable', '0/3 nodes')];
    const reason = 'Unschedulable (0/3 nodes)';
    expect(containerState(podOf({ phase: 'Pending', conditions }), 'step-2')).toEqual({
      kind: 'waiting',
      reason,
    });
  });

  it.for([
    ['536870912', 'OOMKilled at 512 MiB'],
    ['512Mi', 'OOMKilled at 512 MiB'],
    ['1G', 'OOMKilled at 1 GB'],
    ['', 'OOMKilled'],
  ])('has run out of %s bytes', ([memory, reason]) => {
    const pod = podOf(withState(terminated('OOMKilled', 137)), { memory });
    expect(containerState(pod, 'step-2')).toEqual({ kind: 'ended', reason, isOutOfMemory: true });
  });

  it('is gone with an evicted Pod, although its exit code is 0', () => {
    const pod = podOf(withState(terminated('Completed', 0), evicted));
    const reason = 'The Pod is gone: Evicted (The node was low on memory.)';
    expect(containerState(pod, 'step-2')).toEqual({ kind: 'gone', reason });
  });

  it('is gone with a deleted Pod', () => {
    const pod = podOf(withState({ running: {} }), { isDeleted: true });
    const reason = 'The Pod is gone: it was deleted';
    expect(containerState(pod, 'step-2')).toEqual({ kind: 'gone', reason });
  });

  it('is gone with a Pod that was moved away', () => {
    const conditions = [
      condition('DisruptionTarget', 'True', 'DeletionByTaintManager', 'lost node'),
    ];
    const pod = podOf(withState({ running: {} }, { conditions }), { isDeleted: true });
    const reason = 'The Pod is gone: DeletionByTaintManager (lost node)';
    expect(containerState(pod, 'step-2')).toEqual({ kind: 'gone', reason });
  });

  it('is gone if the Pod did not start', () => {
    const pod = podOf({
      initContainerStatuses: [{ name: 'install', state: terminated('StartError', 128) }],
    });
    expect(containerState(pod, 'step-2')).toEqual({
      kind: 'gone',
      reason: 'The Pod did not start: StartError',
    });
  });
});
