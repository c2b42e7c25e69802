import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Forwards connections to the running servers in rotation. Closes when the test has finished. */
export async function startLoadBalancer(ports: readonly number[]): Promise<{ url: string }> {
  let first = 0;
  const open = new Set<Socket>();
  const track = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  };
  const forward = (client: Socket, untried: readonly number[]) => {
    const [port, ...others] = untried;
    if (port === undefined) return client.destroy();
    const server = connect(port, '127.0.0.1');
    track(server);
    const refused = () => forward(client, others);
    server.once('error', refused);
    server.once('connect', () => {
      server.off('error', refused);
      server.on('error', () => client.destroy());
      server.on('close', () => client.destroy());
      client.on('close', () => server.destroy());
      client.pipe(server).pipe(client);
    });
  };
  const balancer = createServer((client) => {
    track(client);
    client.on('error', () => {});
    first = (first + 1) % ports.length;
    forward(client, [...ports.slice(first), ...ports.slice(0, first)]);
  });
  balancer.listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  onTestFinished(() => {
    balancer.close();
    for (const socket of open) socket.destroy();
  });
  const address = balancer.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return { url: `http://127.0.0.1:${port}` };
}
