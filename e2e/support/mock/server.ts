import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import {
  type Endpoint,
  getBadge,
  getLogs,
  type Line,
  type PageConfig,
  pageConfig,
  type Repo,
  repoWithBuild,
} from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { lineStreamType } from '@millrace/contract/log-wire';
import { buildStreamPath, logStreamEnd, type RepoEvent } from '@millrace/contract/stream';
import { answerLate } from '../slow-machine.ts';
import { handlers, Refusal } from './handlers.ts';
import { findEndpoint, matcherOf } from './routes.ts';
import { type MockState, recordBuild, usualState } from './state.ts';
import { findFile, pageWith } from './web-files.ts';
import { lineEvent, linesBetween, readBody, send, sendJson, sendLines } from './wire.ts';

/** A page of the server with nothing in it. */
export const blankPath = '/blank';

/** A call that came in. */
export interface MockCall {
  path: string;
  params: Record<string, string | number>;
  query: Record<string, string>;
  body: unknown;
}

/**
 * Serves the built interface and answers the API from the state of one test. What it answers is
 * checked against the contract, and so is what it is sent.
 */
export class MockServer {
  state: MockState = usualState();
  config: PageConfig = { version: '0.1.0', signIn: { password: true, forge: false } };
  /**
   * Answers as the server does that the interface can stand before instead: it says nothing of
   * itself in the page, serves few files of the interface, and has no log of a step that runs.
   */
  isOriginal = false;
  /** Forms that were posted to sign in. */
  readonly signIns: Record<string, string>[] = [];
  /** Answers that break the contract, and calls that nothing answers. */
  readonly problems: string[] = [];
  private readonly received = new Map<object, MockCall[]>();
  private readonly failures = new Map<Endpoint, Refusal>();
  private readonly replies = new Map<Endpoint, () => unknown>();
  private readonly held = new Map<Endpoint, Promise<void>>();
  private readonly streams = new Map<ServerResponse, string>();
  private hasStreams = true;
  private server: Server | undefined;
  /** 0 until it starts where nobody chose one. */
  port: number;

  constructor(port = 0) {
    this.port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** On the same port as before, if it ran before. */
  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      this.handle(request, response).catch((error: unknown) => {
        // A page that goes elsewhere breaks its calls off.
        if (error !== request.errored) this.problems.push(String(error));
        response.destroy();
      });
    }).listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address && typeof address === 'object') this.port = address.port;
  }

  async stop(): Promise<void> {
    const closed = this.server && once(this.server, 'close');
    this.server?.close();
    this.server?.closeAllConnections();
    await closed;
  }

  /** The calls of an endpoint so far, oldest first. */
  calls(endpoint: object): MockCall[] {
    return [...(this.received.get(endpoint) ?? [])];
  }

  /** Refuses every call of an endpoint from now on. */
  fail(endpoint: object, message: string, status = 400): void {
    this.failures.set(endpoint as Endpoint, new Refusal(status, message));
  }

  /** Answers an endpoint again as its state has it. */
  mend(endpoint: object): void {
    this.failures.delete(endpoint as Endpoint);
  }

  /** Answers an endpoint with this instead. */
  reply(endpoint: object, answer: () => unknown): void {
    this.replies.set(endpoint as Endpoint, answer);
  }

  /** Lets calls of an endpoint wait for their answer until the returned function is called. */
  hold(endpoint: object): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.held.set(endpoint as Endpoint, promise);
    return () => {
      this.held.delete(endpoint as Endpoint);
      resolve();
    };
  }

  /** Tells all open pages of a build; what is asked for later has it too, if it is news. */
  publish(repo: Repo, build: RepoEvent['build']): void {
    recordBuild(this.state, repo.slug, build);
    const event = repoWithBuild.parse({ ...repo, build });
    this.write(buildStreamPath, `data: ${JSON.stringify(event)}\n\n`);
  }

  /** Sends a line to who follows `/api/stream/{slug}/{build}/{stage}/{step}`. */
  publishLine(step: string, sent: Line): void {
    this.write(`${buildStreamPath}/${step}`, lineEvent(sent));
  }

  endLog(step: string): void {
    const { event, data } = logStreamEnd;
    this.write(`${buildStreamPath}/${step}`, `event: ${event}\ndata: ${data}\n\n`);
  }

  /** How many pages listen to all builds. */
  get listeners(): number {
    return this.countStreams(buildStreamPath);
  }

  /** How many follow the log of `{slug}/{build}/{stage}/{step}`. */
  followers(step: string): number {
    return this.countStreams(`${buildStreamPath}/${step}`);
  }

  private countStreams(path: string): number {
    return [...this.streams.values()].filter((open) => open === path).length;
  }

  /** Ends every event stream and takes no new one until `restoreStreams`. */
  loseStreams(): void {
    this.hasStreams = false;
    for (const response of this.streams.keys()) response.destroy();
  }

  restoreStreams(): void {
    this.hasStreams = true;
  }

  private write(path: string, text: string): void {
    for (const [response, streamed] of this.streams) if (streamed === path) response.write(text);
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const path = decodeURI(url.pathname);
    if (path === blankPath) return send(response, 200, '', 'text/html');
    await answerLate();
    if (path.startsWith(buildStreamPath)) return this.openStream(path, request, response);
    if (path === '/login' && request.method === 'POST') return this.signIn(request, response);
    if (path === '/logout') this.state.user = null;
    const badge = matcherOf(getBadge);
    if (badge(path)) return send(response, 200, badgeImage, 'image/svg+xml');
    if (path.startsWith('/api/')) return this.answer(request, response, url);
    const file = this.isOriginal && !servedByOriginals.test(path) ? undefined : findFile(path);
    if (file)
      return send(response, 200, file.body, file.type, path.startsWith('/static/') ? kept : {});
    if (extname(path) && !this.isOriginal) return send(response, 404, '', 'text/plain');
    const served = { ...this.config, session: this.state.user !== null };
    const config = this.isOriginal ? null : pageConfig.parse(served);
    send(response, 200, pageWith(config), 'text/html; charset=utf-8');
  }

  private openStream(path: string, request: IncomingMessage, response: ServerResponse): void {
    // Its page may have gone elsewhere by now.
    if (response.closed) return;
    if (!this.hasStreams) {
      send(response, 503, '', 'text/plain');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.write(': hello\n\n');
    if (path !== buildStreamPath) {
      for (const sent of this.wantedLines(request)) response.write(lineEvent(sent));
    }
    this.streams.set(response, path);
    response.on('close', () => this.streams.delete(response));
  }

  /** What a reader of a log stream has not seen of the lines so far. */
  private wantedLines({ url = '', headers }: IncomingMessage): Line[] {
    const { log } = this.state;
    if (this.isOriginal) return log;
    const query = Object.fromEntries(new URL(url, this.url).searchParams);
    const lastId = headers['last-event-id'];
    return linesBetween(log, lastId === undefined ? query : { from: String(Number(lastId) + 1) });
  }

  private async signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = Object.fromEntries(new URLSearchParams(await readBody(request)));
    this.signIns.push(form);
    const location = (!this.isOriginal && form.return_to) || '/';
    response.writeHead(303, { location }).end();
  }

  private async answer(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const path = url.pathname;
    const found = findEndpoint(request.method, path);
    if (!found) {
      this.problems.push(`Nothing answers ${request.method} ${path}`);
      return sendJson(response, 404, { message: errorMessages.notFound });
    }
    const { endpoint, params } = found;
    const text = await readBody(request);
    const query = Object.fromEntries(url.searchParams);
    const body = text ? JSON.parse(text) : undefined;
    this.received.set(endpoint, [...this.calls(endpoint), { path, params, query, body }]);
    try {
      const answer = await this.answerCall(endpoint, params, query, body);
      if (!endpoint.output) return sendJson(response, 204, undefined);
      const checked = endpoint.output.safeParse(answer);
      if (!checked.success) this.problems.push(`${request.method} ${path}: ${checked.error}`);
      const takesLines = request.headers.accept?.includes(lineStreamType);
      if (endpoint.lineStream && takesLines && !this.isOriginal)
        return sendLines(response, checked.data as Line[], query);
      sendJson(response, 200, checked.data);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendJson(response, error.status, { message: error.message });
    }
  }

  private async answerCall(
    endpoint: Endpoint,
    params: Record<string, string | number>,
    query: Record<string, string>,
    body: unknown,
  ): Promise<unknown> {
    await this.held.get(endpoint);
    const failure = this.failures.get(endpoint);
    if (failure) throw failure;
    this.checkAccess(endpoint, params);
    for (const [schema, value] of [
      [endpoint.query, query],
      [endpoint.body, body],
    ] as const) {
      const checked = schema?.safeParse(value);
      if (checked && !checked.success) throw new Refusal(400, String(checked.error));
    }
    if (this.isOriginal && endpoint === getLogs && this.isRunning(params)) {
      throw new Refusal(404, errorMessages.noRows);
    }
    const reply = this.replies.get(endpoint);
    if (reply) return reply();
    return handlers.get(endpoint)?.({ state: this.state, params: params as never, query, body });
  }

  private isRunning(params: Record<string, string | number>): boolean {
    const builds = this.state.builds[`${params.namespace}/${params.name}`];
    const stages = builds?.find(({ number }) => number === params.build)?.stages;
    const steps = stages?.find(({ number }) => number === params.stage)?.steps;
    return steps?.find(({ number }) => number === params.step)?.status === 'running';
  }

  /** Visitors read public repositories and nothing else. */
  private checkAccess({ access }: Endpoint, params: Record<string, string | number>): void {
    if (this.state.user || access === 'guest') return;
    const slug = `${params.namespace}/${params.name}`;
    const isPublic = this.state.repos.some(
      (repo) => repo.slug === slug && repo.visibility === 'public',
    );
    if (access !== 'read' || !isPublic) throw new Refusal(401, errorMessages.unauthorized);
  }
}

/** All that such servers serve of the interface; every other address is the page. */
const servedByOriginals = /^\/(static\/.*|favicon\.png|manifest\.json|asset-manifest\.json)$/;

/** As the real server sends files that never change. */
const kept = { 'cache-control': 'public, max-age=31536000, immutable' };

const badgeImage =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><rect width="90" height="20" fill="#2a7"/></svg>';
