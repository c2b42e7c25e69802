import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import WebSocket from 'ws';
import * as z from 'zod/mini';
import type { ClusterAccess } from './cluster-access.ts';

const status = z.object({
  message: z.optional(z.string()),
  reason: z.optional(z.string()),
});

/** An answer of the API server that is no success. */
export class ClusterError extends Error {
  override name = 'ClusterError';
  readonly statusCode: number;
  /** Kubernetes' word, such as `NotFound`. */
  readonly reason: string;

  constructor(statusCode: number, reason: string, message: string) {
    super(message);
    this.statusCode = statusCode;
    this.reason = reason;
  }
}

export interface ClusterCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query. */
  path: string;
  body?: object;
  signal?: AbortSignal | undefined;
}

const retryPausesMs = [200, 500, 1000, 2000, 4000];
const callTimeoutMs = 30_000;

/** Calls the API server of a cluster. */
export class ClusterClient {
  private readonly access: ClusterAccess;
  private readonly agent: Agent | undefined;

  constructor(access: ClusterAccess) {
    this.access = access;
    const isSecure = access.server.startsWith('https:');
    this.agent = isSecure ? new Agent({ ...access.tls, keepAlive: true }) : undefined;
  }

  /**
   * Returns the JSON of an answer. Repeats the call while the API server is overloaded or out of reach; so a call that
   * creates something must have a name of its own.
   *
   * @throws ClusterError for an answer that a repetition would not change
   */
  async call(call: ClusterCall): Promise<unknown> {
    for (let attempt = 0; ; attempt++) {
      const pauseMs = retryPausesMs[attempt];
      try {
        const timeout = AbortSignal.timeout(callTimeoutMs);
        const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
        const answer = await this.open({ ...call, signal });
        return JSON.parse(await text(answer));
      } catch (error) {
        if (pauseMs === undefined || call.signal?.aborted || !isPassing(error)) throw error;
      }
      await sleep(pauseMs, undefined, { signal: call.signal });
    }
  }

  /** Returns the body of an answer while it arrives. */
  async open({ method, path, body, signal }: ClusterCall): Promise<IncomingMessage> {
    const token = await this.access.readToken();
    const url = new URL(`${this.access.server}${path}`);
    const content = body && JSON.stringify(body);
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const headers = {
      accept: 'application/json',
      ...(content ? { 'content-type': type, 'content-length': Buffer.byteLength(content) } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const answer = Promise.withResolvers<IncomingMessage>();
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const options = { method, headers, ...(signal ? { signal } : {}) };
    const sent = send(url, this.agent ? { ...options, agent: this.agent } : options);
    sent.once('response', answer.resolve);
    sent.once('error', answer.reject);
    sent.end(content);
    const response = await answer.promise;
    const { statusCode = 0 } = response;
    if (statusCode >= 200 && statusCode < 300) return response;
    throw await readError(statusCode, response);
  }

  /** Opens a WebSocket. Its events tell how that went. */
  async connect(path: string, protocols: string[]): Promise<WebSocket> {
    const token = await this.access.readToken();
    return new WebSocket(`${this.access.server.replace(/^http/, 'ws')}${path}`, protocols, {
      ...this.access.tls,
      handshakeTimeout: callTimeoutMs,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
  }
}

export async function readError(code: number, response: IncomingMessage): Promise<ClusterError> {
  const content = await text(response);
  const parsed = z.safeParse(z.pipe(z.string(), z.transform(parseJson)), content);
  const said = z.safeParse(status, parsed.data);
  const message = said.data?.message ?? (content.trim() || `The API server answered ${code}`);
  return new ClusterError(code, said.data?.reason ?? '', message);
}

/** True if a quota of the namespace refuses an object. */
export function isOverQuota({ statusCode, message }: ClusterError): boolean {
  return statusCode === 403 && message.includes('exceeded quota');
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/**
 * True for an error that a later call may not meet. An API server that has just started knows neither accounts nor their
 * rights for a moment.
 */
function isPassing(error: unknown): boolean {
  if (!(error instanceof ClusterError)) return true;
  if (isOverQuota(error)) return false;
  return [401, 403, 429].includes(error.statusCode) || error.statusCode >= 500;
}
