import type { Random } from '@millrace/test-support/random';
import type { TestCluster } from '@millrace/test-support/test-cluster';
import * as z from 'zod/mini';
import type { ClusterSubject } from './cluster-subject.ts';

const usual = ['cut', 'evict', 'delete', 'slow', 'fast', 'api-server', 'runner', 'server'] as const;
// A lost machine takes every stage with it.
const faults = [...usual, ...usual, ...usual, 'machine'] as const;
export type Fault = (typeof faults)[number];

export const podList = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string(), deletionTimestamp: z.optional(z.string()) }),
    }),
  ),
});
export const objects = '/api/v1/namespaces/default';
export const ofRunners = '?labelSelector=millrace.io/runner';

/** Causes faults, one after the other, until the signal aborts. */
export async function disturb(
  subject: ClusterSubject,
  cluster: TestCluster,
  { random, injected, ended }: { random: Random; injected: Map<Fault, number>; ended: AbortSignal },
): Promise<void> {
  const pickPod = async () => {
    const { items } = z.parse(podList, await cluster.call('GET', `${objects}/pods${ofRunners}`));
    const [first, ...rest] = items.filter(({ metadata }) => !metadata.deletionTimestamp);
    return first && random.pick([first, ...rest]).metadata.name;
  };
  const cause: Record<Fault, () => Promise<unknown>> = {
    cut: () => cluster.fault('/cut'),
    slow: () => cluster.fault('/delay?for=500ms'),
    fast: () => cluster.fault('/delay?for=0s'),
    evict: async () => {
      const name = await pickPod();
      // The Pod may have ended meanwhile.
      if (name) await cluster.fault(`/evict?namespace=default&pod=${name}`).catch(() => undefined);
    },
    delete: async () => {
      const name = await pickPod();
      if (name) await cluster.call('DELETE', `${objects}/pods/${name}`).catch(() => undefined);
    },
    'api-server': () => cluster.restartServer(),
    runner: () => subject.restartRunner(),
    server: () => subject.restartServer(),
    machine: () => cluster.replaceMachine(),
  };
  while (!ended.aborted) {
    await new Promise((resolve) => setTimeout(resolve, 1000 + random.upTo(3000)));
    if (ended.aborted) break;
    const fault = random.pick(faults);
    injected.set(fault, (injected.get(fault) ?? 0) + 1);
    await cause[fault]();
  }
  await cluster.fault('/delay?for=0s');
}
