import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { oidcClient } from '@millrace/test-support/oidc-provider';
import { type LdapTestServer, ldapService } from '../../apps/server/testing/ldap-server.ts';
import { query, startPostgres } from '../../apps/server/testing/postgres.ts';
import { rpcEnvironment } from '../../apps/server/testing/rpc-client.ts';
import { Millrace } from '../../e2e/support/millrace.ts';

const adminPassword = 'the password of the company';

export interface Servers {
  /** Temporary folder of everything that is not in the folder of a server. */
  dir: string;
  database: string;
  urls: string[];
  /** The server with the embedded runner, to which people sign in. */
  first: Millrace;
  stop(): Promise<void>;
}

/** A place for the data of all servers. */
interface Database {
  name: string;
  settings: Record<string, string>;
  /** Servers that can share it. */
  servers: number;
  remove(): Promise<void>;
}

/** Starts two servers on one Postgres, or one on SQLite. `port` is that of the first server. */
export async function startServers(
  wanted: 'sqlite' | 'postgres' | undefined,
  port: number,
  issuer: string,
  ldap: LdapTestServer | undefined,
): Promise<Servers> {
  const database = await openDatabase(wanted);
  const dir = await mkdtemp(join(tmpdir(), 'millrace-company-'));
  const started: Millrace[] = [];
  const stop = async () => {
    for (const millrace of started) await millrace.dispose();
    await database.remove();
    await rm(dir, { recursive: true, force: true });
  };
  try {
    const urls: string[] = [];
    for (let at = 0; at < database.servers; at++) {
      const ownPort = at === 0 ? port : await findFreePort();
      const millrace = await Millrace.start({
        ...database.settings,
        ...ldapSettings(ldap),
        ...rpcEnvironment,
        MILLRACE_PORT: String(ownPort),
        MILLRACE_URL: `http://127.0.0.1:${port}`,
        MILLRACE_ADMIN_PASSWORD: adminPassword,
        MILLRACE_SECRET_KEY: 'a key that all servers know',
        MILLRACE_REPOSITORIES: join(dir, 'repositories'),
        MILLRACE_RUNNER_CAPACITY: at === 0 ? '2' : '0',
        MILLRACE_PRICE_PER_MINUTE: '0.008',
        MILLRACE_OIDC_ISSUER: issuer,
        MILLRACE_OIDC_CLIENT_ID: oidcClient.id,
        MILLRACE_OIDC_CLIENT_SECRET: oidcClient.secret,
        MILLRACE_OIDC_NAME: 'Example',
      });
      millrace.adminPassword = adminPassword;
      started.push(millrace);
      urls.push(`http://127.0.0.1:${ownPort}`);
    }
    const [first] = started;
    if (!first) throw new Error('A company needs a server');
    return { dir, database: database.name, urls, first, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDatabase(wanted: 'sqlite' | 'postgres' | undefined): Promise<Database> {
  const sqlite = { name: 'SQLite', settings: {}, servers: 1, remove: async () => {} };
  if (wanted === 'sqlite') return sqlite;
  const named = process.env.MILLRACE_TEST_POSTGRES;
  const own = named ? null : await startPostgres({ fsync: 'on' });
  const root = named ?? own?.urlOf('postgres');
  if (!root) {
    if (wanted) throw new Error('Postgres is not installed in tools/postgres: npm test does it');
    return sqlite;
  }
  const database = `company_${process.pid}`;
  await query(root, `create database ${database}`);
  const url = Object.assign(new URL(root), { pathname: database }).href;
  return {
    name: 'Postgres',
    settings: { MILLRACE_DATABASE_URL: url },
    servers: 2,
    remove: async () => {
      await query(root, `drop database ${database} with (force)`);
      await own?.remove();
    },
  };
}

function ldapSettings(ldap: LdapTestServer | undefined): Record<string, string> {
  if (!ldap) return {};
  return {
    MILLRACE_LDAP_URL: ldap.url,
    MILLRACE_LDAP_BIND_DN: ldapService.dn,
    MILLRACE_LDAP_BIND_PASSWORD: ldapService.password,
    MILLRACE_LDAP_BASE: 'dc=example,dc=com',
  };
}
