import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A Gitea that only says whose token it got: `access-NAME` belongs to NAME. */
export interface StubGitea {
  url: string;
  settings: Record<string, string>;
  stop(): void;
}

const ids: Record<string, number> = { boss: 11, octo: 12 };

export async function startStubGitea(): Promise<StubGitea> {
  const server = createServer((request, response) => {
    const login = /access-(\w+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const id = ids[login];
    const isKnown = id && request.url?.startsWith('/api/v1/user');
    response
      .writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(isKnown ? { id, login } : { message: 'unknown token' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    settings: {
      MILLRACE_URL: 'http://ci.example.com',
      MILLRACE_FORGE: 'gitea',
      MILLRACE_FORGE_URL: url,
      MILLRACE_FORGE_CLIENT_ID: 'client',
      MILLRACE_FORGE_CLIENT_SECRET: 'secret',
      MILLRACE_ADMINS: 'boss',
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
