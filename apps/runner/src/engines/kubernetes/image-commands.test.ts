import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { ImageCommands } from './image-commands.ts';

const never = new AbortController().signal;
const config = { config: { Entrypoint: ['/bin/plugin'], Cmd: null } };
const manifests = [
  { digest: 'sha256:arm', platform: { os: 'linux', architecture: 'riscv64' } },
  {
    digest: 'sha256:own',
    platform: { os: 'linux', architecture: process.arch.replace('x64', 'amd64') },
  },
];

/** Starts a registry that gives a token to one account, as the specification of registries says. */
async function startRegistry() {
  const answers: Record<string, unknown> = {
    '/v2/plugins/docker/manifests/20': { manifests },
    '/v2/plugins/docker/manifests/sha256:own': { config: { digest: 'sha256:config' } },
    '/v2/plugins/docker/blobs/sha256:config': config,
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://registry');
    const { authorization = '' } = request.headers;
    const answer = (status: number, body: unknown, headers = {}) =>
      response.writeHead(status, headers).end(JSON.stringify(body));
    if (pathname === '/token') {
      const isAllowed = authorization === `Basic ${Buffer.from('octo:pass').toString('base64')}`;
      const isScoped = searchParams.get('scope') === 'repository:plugins/docker:pull';
      return isAllowed && isScoped ? answer(200, { token: 'good' }) : answer(401, {});
    }
    if (authorization !== 'Bearer good') {
      const realm = `Bearer realm="http://${request.headers.host}/token",service="registry"`;
      return answer(401, {}, { 'www-authenticate': realm });
    }
    return pathname in answers ? answer(200, answers[pathname]) : answer(404, {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`;
}

it('reads what an image runs, with the login of its registry', async () => {
  const host = await startRegistry();
  const images = new ImageCommands([{ host, username: 'octo', password: 'pass' }]);
  const found = await images.read(`${host}/plugins/docker:20`, never);
  expect(found).toEqual({ entrypoint: ['/bin/plugin'], command: [] });
});

it.for([
  ['docker:19', 'octo', '404 Not Found'],
  ['docker:20', 'other', '401 Unauthorized'],
] as const)('says why %s cannot be read by %s', async ([image, username, reason]) => {
  const host = await startRegistry();
  const images = new ImageCommands([{ host, username, password: 'pass' }]);
  const name = `${host}/plugins/${image}`;
  const message = `The registry does not tell what ${name} runs (${reason}); give the step commands or an entrypoint`;
  await expect(images.read(name, never)).rejects.toThrow(message);
});
