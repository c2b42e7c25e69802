import {
  type ApiCall,
  type Endpoint,
  getLogs,
  type Line,
  type PageConfig,
  type Repo,
} from '../../api/index.ts';
import { line, repoWithBuild } from '../../api/schemas.ts';
import { errorMessages, usualCode } from '../../errors.ts';
import { buildStreamPath, logStreamEnd, type RepoEvent } from '../../stream/index.ts';
import { answerCall, type Params } from './answer-call.ts';
import { findEndpoint } from './find-endpoint.ts';
import { type MockState, recordBuild, usualState } from './mock-state.ts';
import { Refusal } from './refusal.ts';

/** Default page config. */
export const usualConfig: PageConfig = {
  account: 1,
  version: '0.1.0',
  signIn: { password: true, forge: false },
};

/** A received call. */
export interface MockCall {
  path: string;
  params: Params;
  query: Record<string, string>;
  body: unknown;
}

export interface MockRequest {
  method: string | undefined;
  path: string;
  query: Record<string, string>;
  /** JSON, or empty. */
  text: string;
}

export interface MockAnswer {
  status: number;
  body: unknown;
  /** Undefined if no endpoint has this path. */
  endpoint?: Endpoint;
}

/** An event of a stream, see `EventSource`. */
export interface SentEvent {
  data: string;
  event?: string;
  id?: number;
}

/** An open event stream. */
export interface MockStream {
  path: string;
  send: (event: SentEvent) => void;
  /** Closes the connection. */
  destroy: () => void;
}

/** Answers API calls from the state of one test. Validates calls and answers against the contract. */
export class MockApi {
  state: MockState = usualState();
  config: PageConfig = structuredClone(usualConfig);
  /**
   * Answers like an original Drone server, which can also serve the UI: it has no configuration in the page,
   * serves only some files of the UI, and has no logs of running steps.
   */
  isOriginal = false;
  /** Errors of the test: answers that violate the contract, and calls without an endpoint. */
  readonly problems: string[] = [];
  private readonly received = new Map<object, MockCall[]>();
  private readonly failures = new Map<object, Refusal>();
  private readonly replies = new Map<object, () => unknown>();
  private readonly held = new Map<object, Promise<void>>();
  private readonly streams = new Set<MockStream>();
  private hasStreams = true;

  /** Lists the received calls of an endpoint, oldest first. */
  calls(endpoint: object): MockCall[] {
    return [...(this.received.get(endpoint) ?? [])];
  }

  /** Rejects every call of an endpoint from now on. */
  fail(endpoint: object, message: string, status = 400): void {
    this.failures.set(endpoint, new Refusal(status, message));
  }

  /** Stops failing an endpoint. */
  restore(endpoint: object): void {
    this.failures.delete(endpoint);
  }

  /** Replaces the answer of an endpoint. */
  reply(endpoint: object, answer: () => unknown): void {
    this.replies.set(endpoint, answer);
  }

  /** Delays the answers of an endpoint until the returned function is called. */
  hold(endpoint: object): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.held.set(endpoint, promise);
    return () => {
      this.held.delete(endpoint);
      resolve();
    };
  }

  /** Publishes a build to all open pages. Later calls return it, if it is newer. */
  publish(repo: Repo, build: RepoEvent['build']): void {
    recordBuild(this.state, repo.slug, build);
    const event = repoWithBuild.parse({ ...repo, build });
    this.send(buildStreamPath, { data: JSON.stringify(event) });
  }

  /** Sends a line to the followers of `/api/stream/{slug}/{build}/{stage}/{step}`. */
  publishLine(step: string, sent: Line): void {
    this.send(`${buildStreamPath}/${step}`, lineEvent(sent));
  }

  endLog(step: string): void {
    this.send(`${buildStreamPath}/${step}`, logStreamEnd);
  }

  /** Number of open streams of all builds. */
  get listeners(): number {
    return this.countStreams(buildStreamPath);
  }

  /** Number of followers of the log of `{slug}/{build}/{stage}/{step}`. */
  followers(step: string): number {
    return this.countStreams(`${buildStreamPath}/${step}`);
  }

  /** Closes every event stream, and rejects new ones until `restoreStreams`. */
  disconnectStreams(): void {
    this.hasStreams = false;
    for (const stream of this.streams) stream.destroy();
  }

  restoreStreams(): void {
    this.hasStreams = true;
  }

  /** Returns a function to call when the stream has ended; undefined if the stream is rejected. */
  openStream(stream: MockStream): (() => void) | undefined {
    if (!this.hasStreams) return undefined;
    this.streams.add(stream);
    return () => this.streams.delete(stream);
  }

  async answer({ method, path, query, text }: MockRequest): Promise<MockAnswer> {
    const found = findEndpoint(method, path);
    if (!found) {
      this.problems.push(`No handler for ${method} ${path}`);
      return { status: 404, body: { message: errorMessages.notFound, code: 'not_found' } };
    }
    const { call, endpoint, params } = found;
    const received = { path, params, query, body: text ? JSON.parse(text) : undefined };
    this.received.set(call, [...this.calls(call), received]);
    try {
      const answer = await this.dispatch(call, received);
      if (!endpoint.output) return { status: 204, body: undefined, endpoint };
      const checked = endpoint.output.safeParse(answer);
      if (!checked.success) this.problems.push(`${method} ${path}: ${checked.error}`);
      return { status: 200, body: checked.data, endpoint };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = error;
      const code = message === errorMessages.noRows ? 'missing' : usualCode(status);
      return { status, body: this.isOriginal ? { message } : { message, code }, endpoint };
    }
  }

  private async dispatch(call: ApiCall, received: MockCall): Promise<unknown> {
    await this.held.get(call);
    const failure = this.failures.get(call);
    if (failure) throw failure;
    if (this.isOriginal && call === getLogs && this.isRunning(received.params)) {
      throw new Refusal(404, errorMessages.noRows);
    }
    const reply = this.replies.get(call);
    return answerCall(call, received, this.state, reply);
  }

  private isRunning(params: Params): boolean {
    const builds = this.state.builds[`${params.namespace}/${params.name}`];
    const stages = builds?.find(({ number }) => number === params.build)?.stages;
    const steps = stages?.find(({ number }) => number === params.stage)?.steps;
    return steps?.find(({ number }) => number === params.step)?.status === 'running';
  }

  private countStreams(path: string): number {
    return [...this.streams].filter((open) => open.path === path).length;
  }

  private send(path: string, event: SentEvent): void {
    for (const stream of this.streams) if (stream.path === path) stream.send(event);
  }
}

export function lineEvent(sent: Line): SentEvent {
  return { id: sent.pos, data: JSON.stringify(line.parse(sent)) };
}
