import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface RpcRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = { status: number; body?: unknown } | 'never' | 'hang up';

/** Starts a stub server on a free port and records its requests. */
export async function startRpcServer(answer: (request: RpcRequest) => Answer) {
  const requests: RpcRequest[] = [];
  const server = createServer((request, response) => {
    const receive = (body: string) => {
      const { method = '', url: path = '', headers } = request;
      const received = { method, path, headers, body };
      requests.push(received);
      send(response, answer(received));
    };
    // A client may disconnect before it has sent the whole request.
    text(request).then(receive, () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests };
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'never') return;
  if (answer === 'hang up') {
    response.destroy();
    return;
  }
  const { status, body = '' } = answer;
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  // A response without content has no length.
  const headers = status === 204 ? {} : { 'content-length': Buffer.byteLength(content) };
  response.writeHead(status, headers).end(content);
}
