import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { findDockerHost, testImage } from './docker-host.ts';
import { findFreePort } from './free-port.ts';

/** The real control plane with a small machine; see `tools/programs/kubernetes`. */
const program = process.env.MILLRACE_TEST_KUBERNETES;
/** An image with `entrypoint`, made from the test image. */
export const entrypointImage = 'millrace.test/entrypoint:1';
const entrypointFolder = new URL('../../../apps/entrypoint', import.meta.url).pathname;
const startMs = 90_000;
const pauseMs = 250;
/** An API server that is starting may never answer. */
const callMs = 5000;
const runnerUser = 'runner';
const controllers = [
  'serviceaccount-controller',
  'root-ca-certificate-publisher-controller',
  'garbage-collector-controller',
  'pod-garbage-collector-controller',
  'namespace-controller',
  'node-lifecycle-controller',
  'taint-eviction-controller',
  'resourcequota-controller',
].join(',');

/** Returns why there is no cluster; undefined if one can be started. */
export function findClusterProblem(): string | undefined {
  if (program) return undefined;
  return 'MILLRACE_TEST_KUBERNETES names no program; the deep run builds it';
}

/** Returns why steps cannot run in a cluster; undefined if they can. */
export async function findStepsProblem(): Promise<string | undefined> {
  const docker = await findDockerHost();
  return typeof docker === 'string' ? docker : findClusterProblem();
}

const placedPods = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ uid: z.string() }),
      spec: z.object({ nodeName: z.optional(z.string()) }),
    }),
  ),
});

export interface TestCluster {
  /** File that describes the cluster to a runner, which has only the rights of docs/runners.md. */
  kubeconfig: string;
  /** Calls the API server as an administrator; returns its JSON. */
  call(method: string, path: string, body?: object): Promise<unknown>;
  /** Asks the machine for a fault; see `machine/faults.go`. */
  fault(path: string): Promise<void>;
  /** Kills the API server, and starts it again. */
  restartServer(): Promise<void>;
  /** Loses the machine with everything that runs on it, as a cluster does that gets another one. */
  replaceMachine(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a cluster in which steps can run. */
export async function startStepsCluster(): Promise<TestCluster> {
  await makeEntrypointImage();
  return startTestCluster();
}

/** Builds the image with `entrypoint` for the containers of the cluster. */
async function makeEntrypointImage(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-entrypoint-'));
  const container = `millrace-entrypoint-${randomUUID()}`;
  const run = (command: string, args: string[], env: NodeJS.ProcessEnv = process.env) =>
    execFileSync(command, args, {
      cwd: entrypointFolder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  try {
    const built = join(folder, 'entrypoint');
    run('go', ['build', '-o', built, '.'], { ...process.env, CGO_ENABLED: '0' });
    run('docker', ['create', '--name', container, testImage, 'sh']);
    run('docker', ['cp', built, `${container}:/bin/entrypoint`]);
    run('docker', ['commit', container, entrypointImage]);
  } finally {
    run('docker', ['rm', '--force', container]);
    await rm(folder, { recursive: true });
  }
}

export async function startTestCluster(): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-cluster-'));
  const processes: ChildProcess[] = [];
  const start = (name: string, args: string[]) => {
    if (!program) throw new Error('There is no cluster');
    const child = spawn(program, [name, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    processes.push(child);
    return child;
  };
  const [etcd = 0, peer = 0, api = 0, manager = 0, kubelet = 0, faults = 0] = await Promise.all(
    Array.from({ length: 6 }, () => findFreePort()),
  );
  const token = randomUUID();
  const runnerToken = randomUUID();
  const server = `https://127.0.0.1:${api}`;
  const kubeconfig = join(folder, 'kubeconfig');
  const key = join(folder, 'accounts.key');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await writeFile(key, privateKey.export({ type: 'pkcs1', format: 'pem' }));
  const tokens = `${token},admin,admin,system:masters\n${runnerToken},${runnerUser},${runnerUser}\n`;
  await writeFile(join(folder, 'tokens.csv'), tokens);
  await writeFile(kubeconfig, JSON.stringify(describe(server, runnerToken)));
  const adminConfig = join(folder, 'admin-kubeconfig');
  await writeFile(adminConfig, JSON.stringify(describe(server, token)));
  const volumes = join(folder, 'volumes');
  await mkdir(volumes);

  const clientUrl = `http://127.0.0.1:${etcd}`;
  const peerUrl = `http://127.0.0.1:${peer}`;
  start('etcd', [
    '--data-dir',
    join(folder, 'etcd'),
    '--unsafe-no-fsync',
    '--listen-client-urls',
    clientUrl,
    '--advertise-client-urls',
    clientUrl,
    '--listen-peer-urls',
    peerUrl,
    '--initial-advertise-peer-urls',
    peerUrl,
    '--initial-cluster',
    `default=${peerUrl}`,
  ]);
  const startServer = () =>
    start('api-server', [
      '--etcd-servers',
      clientUrl,
      '--secure-port',
      String(api),
      '--bind-address',
      '127.0.0.1',
      '--cert-dir',
      join(folder, 'certificates'),
      '--endpoint-reconciler-type',
      'none',
      '--token-auth-file',
      join(folder, 'tokens.csv'),
      '--authorization-mode',
      'RBAC',
      '--service-account-issuer',
      server,
      '--service-account-key-file',
      key,
      '--service-account-signing-key-file',
      key,
      '--service-cluster-ip-range',
      '10.0.0.0/24',
      // A watch that falls behind gets 410.
      '--allow-privileged=true',
      '--etcd-compaction-interval',
      '20s',
    ]);
  const callOnce = (method: string, path: string, body?: object) =>
    callServer(server, token, { method, path, body });
  const call: TestCluster['call'] = async (method, path, body) => {
    for (;;) {
      try {
        return await callOnce(method, path, body);
      } catch (error) {
        // Another test may have killed the API server.
        if (!isConnectionError(error)) throw error;
        await sleep(pauseMs);
      }
    }
  };
  let apiServer = startServer();
  let restarted = Promise.resolve();
  const isReady = () => callOnce('GET', '/readyz').then(() => true);
  await until(isReady);
  start('controllers', [
    '--kubeconfig',
    adminConfig,
    '--service-account-private-key-file',
    key,
    '--controllers',
    controllers,
    '--leader-elect=false',
    '--secure-port',
    String(manager),
    '--cert-dir',
    join(folder, 'certificates'),
    '--bind-address',
    '127.0.0.1',
  ]);
  const startMachine = async (name: string) => {
    const child = start('machine', [
      '--kubeconfig',
      adminConfig,
      '--dir',
      volumes,
      '--name',
      name,
      '--port',
      String(kubelet),
      '--faults-port',
      String(faults),
    ]);
    await until(() => call('GET', `/api/v1/nodes/${name}`).then(() => true));
    return { name, child };
  };
  let machine = await startMachine('machine-1');
  await until(() =>
    call('GET', '/api/v1/namespaces/default/serviceaccounts/default').then(() => true),
  );
  await grantRights(call);
  return {
    kubeconfig,
    call,
    fault: async (path) => {
      const { status } = await fetch(`http://127.0.0.1:${faults}${path}`);
      if (status !== 200) throw new Error(`The machine answered ${status}`);
    },
    restartServer: () => {
      restarted = restarted.then(async () => {
        await end(apiServer);
        apiServer = startServer();
        await until(isReady);
      });
      return restarted;
    },
    replaceMachine: async () => {
      const { name, child } = machine;
      await end(child);
      const { items } = z.parse(placedPods, await call('GET', '/api/v1/pods'));
      for (const { metadata, spec } of items) {
        if (spec.nodeName === name) removeContainers(metadata.uid);
      }
      machine = await startMachine(`machine-${Number(name.split('-')[1]) + 1}`);
      await call('DELETE', `/api/v1/nodes/${name}`);
    },
    stop: async () => {
      for (const child of processes.reverse()) await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes the containers of a Pod, which the machine names after its id. */
function removeContainers(uid: string): void {
  const list = ['ps', '--all', '--quiet', '--filter', `name=^${uid}-`];
  const ids = execFileSync('docker', list, { encoding: 'utf8' }).split('\n').filter(Boolean);
  // Some may be going already.
  if (ids.length > 0) spawnSync('docker', ['rm', '--force', '--volumes', ...ids]);
}

function describe(server: string, token: string) {
  return {
    'current-context': 'test',
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin' } }],
    clusters: [{ name: 'test', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: { token } }],
  };
}

/** Gives the runner the rights that its documentation names. */
async function grantRights(call: TestCluster['call']): Promise<void> {
  const page = await readFile(new URL('../../../docs/runners.md', import.meta.url), 'utf8');
  const role = parse(/```yaml role\n([^`]*)```/.exec(page)?.[1] ?? '');
  const path = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
  const { name } = role.metadata;
  await call('POST', `${path}/roles`, { ...role, metadata: { name } });
  await call('POST', `${path}/rolebindings`, {
    metadata: { name },
    subjects: [{ kind: 'User', name: runnerUser, apiGroup: 'rbac.authorization.k8s.io' }],
    roleRef: { kind: 'Role', name, apiGroup: 'rbac.authorization.k8s.io' },
  });
}

async function callServer(
  server: string,
  token: string,
  { method, path, body }: { method: string; path: string; body: object | undefined },
) {
  const answer = Promise.withResolvers<string>();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(callMs);
  const options = { method, headers, signal, rejectUnauthorized: false };
  const sent = request(`${server}${path}`, options);
  sent.once('error', answer.reject);
  sent.once('response', (response) => {
    const { statusCode = 0 } = response;
    void text(response).then((content) => {
      if (statusCode < 300) answer.resolve(content);
      else answer.reject(new Error(`${statusCode}: ${content}`));
    }, answer.reject);
  });
  sent.end(body && JSON.stringify(body));
  const content = await answer.promise;
  return content.startsWith('{') ? JSON.parse(content) : content;
}

function isConnectionError(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = AbortSignal.timeout(startMs);
  for (;;) {
    try {
      if (await isTrue()) return;
    } catch (error) {
      if (deadline.aborted) throw error;
    }
    await sleep(pauseMs);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}
