import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A server of a user that receives requests. */
export interface HttpReceiver {
  url: string;
  received: { headers: IncomingHttpHeaders; body: string }[];
  /** Next answers; afterwards 200 with `ok`. */
  answers: Answer[];
}

/** Starts a receiver, which is closed when the test has finished. */
export async function startReceiver(path: string): Promise<HttpReceiver> {
  const receiver: HttpReceiver = { url: '', received: [], answers: [] };
  const server = createServer(async (request, response) => {
    receiver.received.push({ headers: request.headers, body: await text(request) });
    const { status, headers, body = 'ok' } = receiver.answers.shift() ?? { status: 200 };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return receiver;
}
