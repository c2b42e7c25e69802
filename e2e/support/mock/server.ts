import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { getBadge, type Line } from '@millrace/contract/api';
import { lineStreamType } from '@millrace/contract/log-wire';
import { pageConfig } from '@millrace/contract/schemas';
import { buildStreamPath } from '@millrace/contract/stream';
import { lineEvent, MockApi, matcherOf } from '@millrace/contract/testing/mock-api';
import { answerLate } from '../slow-machine.ts';
import { findFile, pageWith } from './web-files.ts';
import { eventText, linesBetween, readBody, send, sendJson, sendLines } from './wire.ts';

/** An empty page of the server. */
export const blankPath = '/blank';

/** Serves the built UI, and the API over HTTP. */
export class MockServer extends MockApi {
  /** Submitted sign-in forms. */
  readonly signIns: Record<string, string>[] = [];
  /** Whether the page may log errors although all its requests succeed. */
  mayLogErrors = false;
  /** Whether Chromium may try inline styles, as it does when it replaces coloured text in an editor. */
  mayTryStyles = false;
  private server: Server | undefined;
  /** Port. 0 until the start if none is given. */
  port: number;

  constructor(port = 0) {
    super();
    this.port = port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts on the same port as before, if the server ran before. */
  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      this.handle(request, response).catch((error: unknown) => {
        // A page that navigates aborts its requests.
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

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const path = decodeURI(url.pathname);
    if (path === blankPath) return send(response, 200, '', 'text/html');
    await answerLate();
    if (path.startsWith(buildStreamPath)) return this.stream(path, request, response);
    if (path === '/login' && request.method === 'POST') return this.signIn(request, response);
    if (path === '/logout') this.state.user = null;
    const badge = matcherOf(getBadge);
    if (badge(path)) return send(response, 200, badgeImage, 'image/svg+xml');
    if (path.startsWith('/api/')) return this.answerApi(request, response, url);
    const file = this.isOriginal && !servedByOriginals.test(path) ? undefined : findFile(path);
    if (file)
      return send(
        response,
        200,
        file.body,
        file.type,
        path.startsWith('/static/') ? immutable : {},
      );
    if (extname(path) && !this.isOriginal) return send(response, 404, '', 'text/plain');
    const served = { ...this.config, session: this.state.user !== null };
    const config = this.isOriginal ? null : pageConfig.parse(served);
    send(response, 200, pageWith(config), 'text/html; charset=utf-8');
  }

  private stream(path: string, request: IncomingMessage, response: ServerResponse): void {
    // The page may have navigated in the meantime.
    if (response.closed) return;
    const end = this.openStream({
      path,
      send: (event) => response.write(eventText(event)),
      destroy: () => response.destroy(),
    });
    if (!end) {
      send(response, 503, '', 'text/plain');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.write(': hello\n\n');
    if (path !== buildStreamPath) {
      for (const sent of this.wantedLines(request)) response.write(eventText(lineEvent(sent)));
    }
    response.on('close', end);
  }

  /** Returns the lines that a reader of a log stream has not received yet. */
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

  private async answerApi(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
  ): Promise<void> {
    const query = Object.fromEntries(url.searchParams);
    const { status, body, endpoint } = await this.answer({
      method: request.method,
      path: url.pathname,
      query,
      text: await readBody(request),
    });
    const takesLines = request.headers.accept?.includes(lineStreamType);
    if (status === 200 && endpoint?.lineStream && takesLines && !this.isOriginal)
      return sendLines(response, body as Line[], query);
    sendJson(response, status, body);
  }
}

/** Files served by the mock servers; every other URL is the page. */
const servedByOriginals = /^\/(static\/.*|favicon\.png|manifest\.json|asset-manifest\.json)$/;

/** Sent like immutable files on the real server. */
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };

const badgeImage =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><rect width="90" height="20" fill="#2a7"/></svg>';
