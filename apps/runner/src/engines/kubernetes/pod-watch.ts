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

  constructor(client: ClusterClient, path: string) {
    this.client = client;
    this.path = path;
  }

  /** Returns the newest state of a Pod. A Pod that is gone has a time of deletion. */
  find(name: string): Pod | undefined {
    return this.pods.get(name);
  }

  /** Adds the answer to a call, which may arrive before the event about it. */
  add(pod: Pod): void {
    if (!this.pods.has(pod.metadata.name)) this.set(pod);
  }

  /** Forgets a Pod that was removed on purpose. */
  forget(name: string): void {
    this.pods.delete(name);
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
    const version = await this.list();
    void this.follow(version);
  }

  private async follow(from: string): Promise<void> {
    let version: string | undefined = from;
    let pauseMs = 0;
    for (;;) {
      try {
        version ??= await this.list();
        version = await this.read(version, () => {
          pauseMs = 0;
        });
      } catch (error) {
        // The API server forgets old events. Everything is read again then.
        if (error instanceof ClusterError && error.statusCode === 410) version = undefined;
        pauseMs = Math.min(maxPauseMs, pauseMs * 2 || 250);
        await sleep(pauseMs);
      }
    }
  }

  private async list(): Promise<string> {
    const answer = await this.client.call({ method: 'GET', path: this.path });
    const { metadata, items } = z.parse(podListSchema, answer);
    const names = new Set(items.map((pod) => pod.metadata.name));
    for (const [name, pod] of this.pods) if (!names.has(name)) this.set(asDeleted(pod));
    for (const pod of items) this.set(pod);
    this.announce();
    return metadata.resourceVersion;
  }

  /** Reads one watch to its end, and returns the version up to which it came. */
  private async read(from: string, onEvent: () => void): Promise<string> {
    let version = from;
    const query = `&watch=1&allowWatchBookmarks=true&timeoutSeconds=${watchSec}&resourceVersion=${from}`;
    const signal = AbortSignal.timeout((watchSec + graceSec) * 1000);
    const answer = await this.client.open({ method: 'GET', path: this.path + query, signal });
    for await (const line of createInterface({ input: answer })) {
      const { type, object } = z.parse(event, JSON.parse(line));
      onEvent();
      if (type === 'ERROR') throw readProblem(object);
      if (type === 'BOOKMARK') version = z.parse(bookmark, object).metadata.resourceVersion;
      else {
        const pod = z.parse(podSchema, object);
        version = pod.metadata.resourceVersion;
        this.set(type === 'DELETED' ? asDeleted(pod) : pod);
        this.announce();
      }
    }
    return version;
  }

  private set(pod: Pod): void {
    this.pods.set(pod.metadata.name, pod);
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
