import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type ClusterClient, ClusterError } from './cluster-client.ts';
import { type Pod, podListSchema, podSchema } from './pod-schema.ts';

const event = z.object({ type: z.string(), object: z.unknown() });
const bookmark = z.object({ metadata: z.object({ resourceVersion: z.string() }) });

/** The API server ends a watch after this time, so that a dead connection is noticed. */
const watchSec = 240;
const graceSec = 30;
const maxPauseMs = 10_000;

/** Follows the Pods of a runner with one request, whatever their number is. */
export class PodWatch {
  private readonly client: ClusterClient;
  /** Path of the Pods, with a query that selects those of the runner. */
  private readonly path: string;
  private readonly pods = new Map<string, Pod>();
  private readonly listeners = new Set<() => void>();
  /** Pods that were removed on purpose, until the cluster has deleted them. */
  private readonly forgotten = new Set<string>();
  /** Version of the newest event; undefined if all Pods must be read again. */
  private version: string | undefined;

  constructor(client: ClusterClient, path: string) {
    this.client = client;
    this.path = path;
  }

  /** Returns the newest state of a Pod. A Pod that is gone has a time of deletion. */
  find(name: string): Pod | undefined {
    return this.pods.get(name);
  }

  list(): Pod[] {
    return [...this.pods.values()];
  }

  /** Adds the answer to a call, which may arrive before the event about it. */
  add(pod: Pod): void {
    if (!this.pods.has(pod.metadata.name)) this.set(pod);
  }

  /** Forgets a Pod that was removed on purpose. */
  forget(name: string): void {
    if (this.pods.delete(name)) this.forgotten.add(name);
  }

  /** Resolves at the next change of any Pod. Rejects if `signal` aborts before. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.listeners.delete(settle);
        signal.removeEventListener('abort', settle);
        if (signal.aborted) reject(signal.reason);
        else resolve();
      };
      this.listeners.add(settle);
      signal.addEventListener('abort', settle, { once: true });
      if (signal.aborted) settle();
    });
  }

  /** Follows the Pods until the process ends. Resolves when they are known. */
  async start(): Promise<void> {
    await this.readAll();
    void this.follow();
  }

  private async follow(): Promise<void> {
    let pauseMs = 0;
    for (;;) {
      try {
        if (this.version === undefined) await this.readAll();
        await this.read(() => {
          pauseMs = 0;
        });
      } catch (error) {
        // The API server forgets old events. Everything is read again then.
        if (error instanceof ClusterError && error.statusCode === 410) this.version = undefined;
        pauseMs = Math.min(maxPauseMs, pauseMs * 2 || 250);
        await sleep(pauseMs);
      }
    }
  }

  private async readAll(): Promise<void> {
    const answer = await this.client.call({ method: 'GET', path: this.path });
    const { metadata, items } = z.parse(podListSchema, answer);
    const names = new Set(items.map((pod) => pod.metadata.name));
    for (const [name, pod] of this.pods) if (!names.has(name)) this.set(asDeleted(pod));
    for (const name of this.forgotten) if (!names.has(name)) this.forgotten.delete(name);
    for (const pod of items) this.set(pod);
    this.version = metadata.resourceVersion;
    this.announce();
  }

  /** Reads one watch to its end. */
  private async read(onEvent: () => void): Promise<void> {
    const query = `&watch=1&allowWatchBookmarks=true&timeoutSeconds=${watchSec}&resourceVersion=${this.version}`;
    const signal = AbortSignal.timeout((watchSec + graceSec) * 1000);
    const answer = await this.client.open({ method: 'GET', path: this.path + query, signal });
    // Nothing else listens once an event has ended the loop.
    answer.on('error', () => undefined);
    try {
      for await (const line of createInterface({ input: answer })) {
        this.take(z.parse(event, JSON.parse(line)));
        onEvent();
      }
    } finally {
      answer.destroy();
    }
  }

  private take({ type, object }: z.infer<typeof event>): void {
    if (type === 'ERROR') throw readProblem(object);
    if (type === 'BOOKMARK') {
      this.version = z.parse(bookmark, object).metadata.resourceVersion;
      return;
    }
    const pod = z.parse(podSchema, object);
    this.version = pod.metadata.resourceVersion;
    this.set(type === 'DELETED' ? asDeleted(pod) : pod);
    if (type === 'DELETED') this.forgotten.delete(pod.metadata.name);
    this.announce();
  }

  private set(pod: Pod): void {
    const { name } = pod.metadata;
    if (!this.forgotten.has(name)) this.pods.set(name, pod);
  }

  private announce(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** Keeps the reason of its end, which the cluster forgets. */
function asDeleted(pod: Pod): Pod {
  const { deletionTimestamp = new Date().toISOString() } = pod.metadata;
  return { ...pod, metadata: { ...pod.metadata, deletionTimestamp } };
}

function readProblem(object: unknown): ClusterError {
  const schema = z.object({
    code: z._default(z.number(), 500),
    message: z._default(z.string(), ''),
  });
  const { code, message } = z.parse(schema, object);
  return new ClusterError(code, '', message);
}
