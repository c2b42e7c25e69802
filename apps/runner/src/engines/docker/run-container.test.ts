import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import Docker from 'dockerode';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryDirectory } from '../../testing/temporary-directory.ts';
import { runContainer } from './run-container.ts';
import { removeContainer } from './sweep.ts';

const docker = await findDockerHost();
const engineSocket = process.env.DOCKER_HOST?.replace('unix://', '') ?? '/var/run/docker.sock';

/** Opens a proxy to the engine that can be disconnected, as if the engine had stopped. */
async function openProxy() {
  const socketPath = join(await temporaryDirectory(), 'docker.sock');
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const engine = connect(engineSocket);
    for (const socket of [client, engine]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    client.pipe(engine).pipe(client);
  });
  server.listen(socketPath);
  await once(server, 'listening');
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(cut);
  return { docker: new Docker({ socketPath }), cut };
}

if (typeof docker === 'string') {
  it.skip(`a container (${docker})`);
} else {
  describe('a container', () => {
    it.each([
      ['runs', false],
      ['is being stopped', true],
    ])('is abandoned if the engine stops while it %s', async (_, isEnded) => {
      const { id } = await docker.createContainer({
        Image: testImage,
        Cmd: ['sh', '-c', 'trap "echo stopping" TERM; echo up; while :; do sleep 0.1; done'],
      });
      onTestFinished(() => removeContainer(docker.getContainer(id)));
      const proxy = await openProxy();
      const abort = new AbortController();
      let output = '';
      const running = runContainer(proxy.docker.getContainer(id), {
        signal: abort.signal,
        onStarted: undefined,
        ready: undefined,
        killGraceMs: 600_000,
        output: (chunk) => {
          output += chunk;
          if (isEnded) abort.abort();
          if (output.includes(isEnded ? 'stopping' : 'up')) proxy.cut();
        },
      });
      await expect(running).rejects.toThrow();
    });
  });
}
