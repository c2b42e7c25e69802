import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { VaultUnderTest } from './vault-under-test.ts';

interface Token {
  isRoot: boolean;
  expiresMs: number;
  maxExpiresMs: number;
  ttlSec: number;
}
interface Answer {
  status: number;
  body?: object;
}
type Body = Record<string, unknown>;

const ok = (body: object): Answer => ({ status: 200, body });
const done: Answer = { status: 204 };
const denied: Answer = { status: 403, body: { errors: ['permission denied'] } };
const missing: Answer = { status: 404, body: { errors: [] } };

/** Mounts that tokens of roles may read. */
const readable = ['secret/', 'kv1/', 'cubbyhole/'];

/** The part of Vault's API that the server and its tests use, in memory. */
class StubVault {
  private readonly mounts = new Map([
    ['secret/', { type: 'kv', version: '2' }],
    ['cubbyhole/', { type: 'cubbyhole', version: '' }],
  ]);
  private readonly values = new Map<string, object>();
  private readonly roles = new Map<string, { ttlSec: number; maxTtlSec: number }>();
  private readonly tokens = new Map<string, Token>();
  readonly rootToken = 'root';

  constructor() {
    const expiresMs = Number.POSITIVE_INFINITY;
    this.tokens.set('root', { isRoot: true, expiresMs, maxExpiresMs: expiresMs, ttlSec: 0 });
  }

  async answer(request: IncomingMessage): Promise<Answer> {
    const path = decodeURIComponent(request.url ?? '').replace('/v1/', '');
    const body = request.method === 'GET' ? {} : ((await json(request)) as Body);
    const login = /^auth\/(.+)\/login$/.exec(path);
    if (login) return this.logIn(login[1] ?? '', body);
    const name = String(request.headers['x-vault-token'] ?? '');
    const token = this.tokens.get(name);
    if (!token || token.expiresMs <= Date.now()) return denied;
    if (path.startsWith('auth/token/')) return this.manageToken(path, name, token, body);
    return token.isRoot && request.method !== 'GET'
      ? this.configure(path, body)
      : this.read(path, token);
  }

  private logIn(mount: string, body: Body): Answer {
    const role = this.roles.get(`${mount} ${body.role_id ?? body.role}`);
    const isProved =
      mount === 'kubernetes' ? body.jwt === 'jwt of the pod' : body.secret_id === 'secret id';
    if (!role || !isProved) return { status: 400, body: { errors: ['invalid role or secret ID'] } };
    return this.create(role.ttlSec, role.maxTtlSec);
  }

  private create(ttlSec: number, maxTtlSec: number): Answer {
    const name = randomUUID();
    const now = Date.now();
    const expiresMs = now + ttlSec * 1000;
    this.tokens.set(name, {
      isRoot: false,
      expiresMs,
      maxExpiresMs: now + maxTtlSec * 1000,
      ttlSec,
    });
    return ok({ auth: { client_token: name, lease_duration: ttlSec, renewable: true } });
  }

  private manageToken(path: string, name: string, token: Token, body: Body): Answer {
    if (path === 'auth/token/lookup-self') {
      const ttl = token.isRoot ? 0 : Math.ceil((token.expiresMs - Date.now()) / 1000);
      return ok({ data: { ttl, renewable: !token.isRoot } });
    }
    if (path === 'auth/token/create') {
      const ttlSec = Number.parseInt(String(body.ttl), 10);
      return this.create(ttlSec, ttlSec * 100);
    }
    if (path === 'auth/token/revoke') {
      this.tokens.delete(String(body.token));
      return done;
    }
    token.expiresMs = Math.min(Date.now() + token.ttlSec * 1000, token.maxExpiresMs);
    const lease = Math.floor((token.expiresMs - Date.now()) / 1000);
    return ok({ auth: { client_token: name, lease_duration: lease, renewable: true } });
  }

  private configure(path: string, body: Body): Answer {
    const [, mount] = /^sys\/mounts\/(.+)$/.exec(path) ?? [];
    const [, method, role] = /^auth\/(\w+)\/role\/([^/]+)$/.exec(path) ?? [];
    if (mount) {
      const { version = '1' } = (body.options ?? {}) as { version?: string };
      this.mounts.set(`${mount}/`, { type: String(body.type), version });
    } else if (role) {
      const [ttlSec = 0, maxTtlSec = 0] = [body.token_ttl, body.token_max_ttl].map((text) =>
        Number.parseInt(String(text), 10),
      );
      this.roles.set(`${method} ${role}`, { ttlSec, maxTtlSec });
    } else if (path.endsWith('/secret-id')) return ok({ data: { secret_id: 'secret id' } });
    else if (!path.startsWith('sys/')) this.values.set(path, body);
    return done;
  }

  private read(path: string, token: Token): Answer {
    const role = /^auth\/approle\/role\/(.+)\/role-id$/.exec(path);
    if (role) return ok({ data: { role_id: role[1] } });
    const [, asked] = /^sys\/internal\/ui\/mounts\/(.+)$/.exec(path) ?? [];
    const fullPath = asked ?? path;
    const mount = [...this.mounts.keys()].find((name) => fullPath.startsWith(name));
    if (!mount || !(token.isRoot || readable.includes(mount))) return denied;
    const { type, version } = this.mounts.get(mount) ?? { type: '', version: '' };
    if (asked)
      return ok({ data: { path: mount, type, options: type === 'kv' ? { version } : null } });
    const value = this.values.get(path);
    if (!value) return missing;
    return ok({ data: version === '2' ? { metadata: {}, ...value } : value });
  }
}

export async function startStubVault(): Promise<VaultUnderTest> {
  const vault = new StubVault();
  const server = createServer(async (request, response) => {
    const { status, body } = await vault.answer(request);
    response.writeHead(status).end(body ? JSON.stringify(body) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    rootToken: vault.rootToken,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
