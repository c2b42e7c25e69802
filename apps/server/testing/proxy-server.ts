import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Starts an HTTP proxy that forwards every request to `target`, whatever its host. So host names that do not
 * exist are only reachable through the proxy. Closes when the test has finished.
 */
export async function startProxy(target: string): Promise<{ url: string; hosts: Set<string> }> {
  const hosts = new Set<string>();
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, answer) => {
    const requested = new URL(incoming.url ?? '');
    hosts.add(requested.host);
    const path = `${requested.pathname}${requested.search}`;
    const { method, headers } = incoming;
    const outgoing = request({ hostname, port, path, method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    outgoing.on('error', () => answer.destroy());
    answer.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hosts };
}
