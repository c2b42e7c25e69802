import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query, startPostgres } from '../../apps/server/testing/postgres.ts';
import { rpcEnvironment } from '../../apps/server/testing/rpc-client.ts';
import { Millrace } from '../../e2e/support/millrace.ts';
import { WorkTree } from '../../e2e/support/work-tree.ts';

export interface Cluster {
  dir: string;
  urls: string[];
  pids: number[];
  token: string;
  /** Calls the servers in rotation. */
  ask(method: string, path: string, turn?: number): Promise<string>;
  stop(): Promise<void>;
}

const stage = (name: string) => `kind: pipeline
type: exec
name: ${name}
clone: { disable: true }
steps:
  - { name: a, commands: [ "true" ] }
`;

/** Starts servers without runners on one Postgres that waits for its disk, and creates a repository. */
export async function startCluster(count: number): Promise<Cluster> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-cluster-'));
  const postgres = await startPostgres({ fsync: 'on' });
  if (!postgres)
    throw new Error(
      'Postgres is not installed in tools/postgres. Run npm test, which installs it.',
    );
  await query(postgres.urlOf('postgres'), 'create database millrace');
  const servers: Millrace[] = [];
  for (let at = 0; at < count; at++) {
    servers.push(
      await Millrace.start({
        ...rpcEnvironment,
        MILLRACE_DATABASE_URL: postgres.urlOf('millrace'),
        MILLRACE_SECRET_KEY: 'a key that all servers know',
        MILLRACE_REPOSITORIES: join(dir, 'repositories'),
        MILLRACE_RUNNER_CAPACITY: '0',
        MILLRACE_STREAMS: '100000',
        MILLRACE_STREAMS_PER_ACCOUNT: '100000',
        MILLRACE_STREAMS_PER_ADDRESS: '100000',
      }),
    );
  }
  const [first] = servers;
  if (!first) throw new Error('A cluster needs at least one server');
  const token = await first.readToken();
  const tree = await WorkTree.create(first, 'admin/bench');
  await tree.commit({ '.drone.yml': ['one', 'two', 'three'].map(stage).join('---\n') }, 'Bench');
  await tree.push();
  const ask = async (method: string, path: string, turn = 0) => {
    const server = servers[turn % count];
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server?.url}${path}`, { method, headers });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.text();
  };
  await ask('DELETE', '/api/repos/admin/bench/builds/1');
  return {
    dir,
    urls: servers.map(({ url }) => url),
    pids: servers.map(({ pid }) => pid ?? 0),
    token,
    ask,
    stop: async () => {
      for (const server of servers) await server.dispose();
      await postgres.remove();
    },
  };
}
