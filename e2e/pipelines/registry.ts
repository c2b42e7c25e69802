import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { findDockerHost } from '@millrace/test-support/docker-host';
import { testImage } from '@millrace/test-support/docker-host';

type Docker = Exclude<Awaited<ReturnType<typeof findDockerHost>>, string>;

export interface Registry {
  /** `localhost:5000`, as the Docker host sees it. */
  host: string;
  /** Docker config file, as written by `docker login`. */
  dockerConfig: string;
  stop(): Promise<void>;
}

/** `npm test` downloads it if it is not installed. */
export const registryProgram = process.env.MILLRACE_TEST_REGISTRY ?? '/usr/bin/docker-registry';
const login = { username: 'ada', password: 'countess' };
/** bcrypt hash, the only format that the registry accepts. */
const htpasswd = 'ada:$2y$04$abcdefghijklmnopqrstuuM0KG5.mvDXjr4LoaOPFeP9p8iem16AC\n';

/** Starts the registry of Debian with a required login. Undefined if it is not installed. */
export async function startRegistry(docker: Docker, dir: string): Promise<Registry | undefined> {
  if (!existsSync(registryProgram)) return undefined;
  const host = `localhost:${await freePort()}`;
  await mkdir(dir);
  await writeFile(join(dir, 'htpasswd'), htpasswd);
  await writeFile(join(dir, 'config.yml'), configuration(host));
  // Runs in a container, to be on the loopback interface of the Docker host, which may have a separate
  // network.
  const container = await docker.createContainer({
    Image: testImage,
    Entrypoint: ['/bin/docker-registry', 'serve', '/registry/config.yml'],
    HostConfig: {
      NetworkMode: 'host',
      Binds: [
        '/usr:/usr:ro',
        '/lib:/lib:ro',
        '/lib64:/lib64:ro',
        `${registryProgram}:/bin/docker-registry:ro`,
        `${dir}:/registry:ro`,
      ],
    },
  });
  const image = `${host}/private/tools`;
  const stop = async () => {
    await container.remove({ force: true, v: true });
    await docker
      .getImage(`${image}:1`)
      .remove()
      .catch(() => undefined);
  };
  try {
    await container.start();
    await pushImage(docker, image, host);
  } catch (error) {
    await stop();
    throw error;
  }
  const auth = Buffer.from(`${login.username}:${login.password}`).toString('base64');
  return { host, dockerConfig: JSON.stringify({ auths: { [host]: { auth } } }), stop };
}

async function pushImage(docker: Docker, image: string, host: string): Promise<void> {
  const authconfig = { ...login, serveraddress: host };
  for (let tries = 0; ; tries++) {
    try {
      await docker.checkAuth(authconfig);
      break;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await docker.getImage(testImage).tag({ repo: image, tag: '1' });
  const stream = await docker.getImage(`${image}:1`).push({ authconfig });
  await new Promise<void>((resolve, reject) => {
    docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve()));
  });
  await docker.getImage(`${image}:1`).remove();
}

function configuration(host: string): string {
  return `version: 0.1
log: { level: error }
storage: { inmemory: {} }
http: { addr: "127.0.0.1:${host.split(':')[1]}", secret: of-a-test }
auth: { htpasswd: { realm: millrace, path: /registry/htpasswd } }
`;
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
