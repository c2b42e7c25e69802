import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { findFreePort } from '@millrace/test-support/free-port';

/** A real proxy that forwards the calls below a path to a server, and answers all others with 404. */
export class PathProxy {
  readonly url: string;
  private readonly server: Server;

  private constructor(server: Server, url: string) {
    this.server = server;
    this.url = url;
  }

  /** @param options.keepsPath whether the server sees the path; otherwise the proxy removes it */
  static async start(
    target: string,
    { path, keepsPath }: { path: string; keepsPath: boolean },
  ): Promise<PathProxy> {
    const forward = ({ url = '', method, headers }: IncomingMessage) =>
      url.startsWith(`${path}/`) || url === path
        ? request(target + (keepsPath ? url : url.slice(path.length) || '/'), { method, headers })
        : null;
    const server = createServer((incoming, response) => {
      const outgoing = forward(incoming);
      if (!outgoing) return void response.writeHead(404).end('Another program');
      outgoing.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      response.on('close', () => outgoing.destroy());
      incoming.pipe(outgoing);
    });
    server.on('upgrade', (incoming, socket) => {
      const outgoing = forward(incoming);
      outgoing?.on('upgrade', ({ rawHeaders }, target) => {
        const pairs = rawHeaders.map((text, at) => text + (at % 2 === 0 ? ': ' : '\r\n'));
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${pairs.join('')}\r\n`);
        target.pipe(socket).pipe(target);
        for (const end of [target, socket]) end.on('error', () => end.destroy());
      });
      outgoing?.on('error', () => socket.destroy());
      outgoing?.end();
    });
    const port = await findFreePort();
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return new PathProxy(server, `http://127.0.0.1:${port}${path}`);
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
