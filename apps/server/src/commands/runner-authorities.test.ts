import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Build, Line } from '@millrace/contract/api';
import { findDockerHost, testImage } from '@millrace/test-support/docker-host';
import { skipIf } from '@millrace/test-support/skip-if';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCertificate } from '../../testing/certificate.ts';
import { rpcEnvironment } from '../../testing/rpc-client.ts';
import { startRunnerProcess } from '../../testing/runner-process.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../testing/test-server.ts';

const docker = await findDockerHost();
const until = { timeout: 60_000, interval: 50 };
/** Programs of this machine, which the image of the tests does not have. */
const machine = { usr: '/usr', lib: '/usr/lib', lib64: '/usr/lib64' };

let dir: string;
let server: TestServer;
let ada: { token: string };
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-authority-'));
  await createCertificate(dir);
  const files = {
    MILLRACE_TLS_CERT: join(dir, 'cert.pem'),
    MILLRACE_TLS_KEY: join(dir, 'key.pem'),
  };
  server = await startTestServer({ env: { ...rpcEnvironment, ...files } });
  ada = await server.addUser('ada');
});
afterEach(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const get = async <Answer>(path: string): Promise<Answer> =>
  (await server.app.inject({ url: `/api/repos/ada/project${path}`, headers: bearer(ada) })).json();

/** Runs steps on a runner that trusts the certificate of the server, and returns the status of the build and the log of the step. */
async function run(pipeline: string): Promise<string> {
  const { id } = await pushSampleRepo(server, 'ada', 'project', pipeline);
  // Only pipeline files of trusted repositories may use the network and folders of this machine.
  await server.core.repos.update(id, { trusted: true });
  const start = { method: 'POST', url: '/api/repos/ada/project/builds' } as const;
  const { statusCode } = await server.app.inject({ ...start, headers: bearer(ada) });
  expect(statusCode).toBe(200);
  startRunnerProcess(server, { NODE_EXTRA_CA_CERTS: join(dir, 'cert.pem') });
  const statusOf = async () => (await get<Build>('/builds/2')).status;
  await expect.poll(statusOf, until).toMatch(/success|failure|error/);
  const lines = await get<Line[]>('/builds/2/logs/1/2');
  return `${await statusOf()}\n${lines.map(({ out }) => out).join('')}`;
}

/** Looks at a remote repository, whose only commit is `head`. */
const commandsFor = (remote: string, head: string) => {
  const look = `ls-remote ${remote} HEAD | grep -q "${head}"`;
  return [
    `git ${look}`,
    // The public authorities are trusted too.
    'test $(grep -c BEGIN "$(git config http.sslCAInfo)") -gt 20',
    // Settings of a step take precedence, and it may change those of its machine.
    `if git -c http.sslCAInfo=/dev/null ${look}; then exit 1; fi`,
    `if GIT_SSL_CAINFO=/dev/null git ${look}; then exit 1; fi`,
    'git config --system safe.directory "*"',
    'test "$(git config safe.directory)" = "*"',
    `git ${look}`,
    'echo done',
  ];
};
const succeeded = /^success\n(?:.*\n)*done\n$/;

describe('a runner with NODE_EXTRA_CA_CERTS', () => {
  it('trusts the authority in clones and in the processes of steps', async () => {
    const commands = commandsFor('"$DRONE_REMOTE_URL"', '$DRONE_COMMIT');
    const pipeline = {
      kind: 'pipeline',
      type: 'exec',
      name: 'a',
      steps: [{ name: 'b', commands }],
    };
    expect(await run(JSON.stringify(pipeline))).toMatch(succeeded);
  });

  it('trusts the authority in the containers of steps', skipIf(docker), async () => {
    const names = Object.entries({ ...machine, certificate: dir });
    const volumes = names.map(([name, path]) => ({ name, host: { path } }));
    const mounts = names.map(([name]) => ({ name, path: `/${name}` }));
    const files = '-cert /certificate/cert.pem -key /certificate/key.pem';
    const head = 'a'.repeat(40);
    const commands = [
      'export PATH=/usr/bin:$PATH',
      'mkdir -p a.git/info',
      'echo "ref: refs/heads/main" > a.git/HEAD',
      `printf "${head}\\trefs/heads/main\\n" > "a.git/info/refs?service=git-upload-pack"`,
      `openssl s_server -quiet -WWW -accept 4433 ${files} > /dev/null 2>&1 &`,
      'until openssl s_client -connect 127.0.0.1:4433 < /dev/null > /dev/null 2>&1; do :; done',
      ...commandsFor('https://127.0.0.1:4433/a.git', head),
    ];
    const steps = [{ name: 'b', image: testImage, pull: 'never', volumes: mounts, commands }];
    const pipeline = { kind: 'pipeline', type: 'docker', name: 'a', steps, volumes };
    expect(await run(JSON.stringify(pipeline))).toMatch(succeeded);
  });
});
