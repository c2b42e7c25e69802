import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { withConnection } from './ldap-connection.ts';

/** Starts a directory that handles each connection in this way, and counts them. */
async function startFake(handle: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    handle(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { settings: { url, usesStartTls: false, ca: undefined, timeoutMs: 300 }, sockets };
}

it('never connects again, because the next password would not be encrypted', async () => {
  const { settings, sockets } = await startFake((socket) =>
    socket.once('data', () => socket.end()),
  );
  const answer = withConnection(settings, async (client) => {
    await client.bind('cn=service', 'first').catch(() => {});
    await client.bind('cn=ada', 'second');
  });
  await expect(answer).rejects.toThrow();
  expect(sockets).toHaveLength(1);
});

it.each([false, true])('ends a call of a silent directory, StartTLS: %s', async (usesStartTls) => {
  const { settings } = await startFake(() => {});
  const answer = withConnection({ ...settings, usesStartTls }, (client) =>
    client.bind('cn=service', 'password'),
  );
  await expect(answer).rejects.toThrow();
});
