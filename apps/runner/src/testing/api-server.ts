import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { ClusterClient } from '../engines/kubernetes/cluster-client.ts';

/** Starts an HTTP server instead of an API server, and returns a client of it. */
export async function openApiServer(listener: RequestListener): Promise<ClusterClient> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const access = { server: `http://127.0.0.1:${port}`, tls: {}, readToken: async () => undefined };
  return new ClusterClient(access);
}

/** Starts an API server that answers each call with a status and JSON, or breaks its connection. */
export async function startApiServer(answer: () => [status: number, body: object] | 'broken') {
  const calls: string[] = [];
  const client = await openApiServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const next = answer();
    if (next === 'broken') return request.socket.destroy();
    const [status, body] = next;
    return response.writeHead(status).end(JSON.stringify(body));
  });
  return { client, calls };
}
