import { createCipheriv, randomBytes } from 'node:crypto';
import type { Build } from '@millrace/contract/api';
import { RunnerConflict } from '@millrace/contract/runner';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ExtensionServer,
  extensionSecret,
  startExtension,
} from '../../../testing/extension-server.ts';
import { runnerApiOf } from '../../../testing/fake-work.ts';
import { secretsOf } from '../../../testing/secrets-of.ts';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const kinds = ['env', 'registry', 'secret'] as const;

let extensions: Record<(typeof kinds)[number], ExtensionServer>;
let server: TestServer;
let ada: { token: string };
let repos = 0;

beforeAll(async () => {
  const [env, registry, secret] = await Promise.all([
    startExtension(),
    startExtension(),
    startExtension(),
  ]);
  extensions = { env, registry, secret };
  const variables = kinds.flatMap((kind) => {
    const prefix = `MILLRACE_${kind.toUpperCase()}_PLUGIN_`;
    return [
      [`${prefix}ENDPOINT`, extensions[kind].url],
      [`${prefix}SECRET`, extensionSecret],
      [`${prefix}TIMEOUT`, '1s'],
    ];
  });
  server = await startTestServer({ env: Object.fromEntries(variables) });
  ada = await server.addUser('ada', { admin: true });
});
beforeEach(() => {
  for (const extension of Object.values(extensions)) {
    extension.received = [];
    extension.answer = { status: 204 };
  }
});
afterAll(async () => {
  await server.stop();
  await Promise.all(Object.values(extensions).map((each) => each.stop()));
});

const pipeline = `kind: pipeline
type: docker
name: first
steps:
  - name: greet
    image: alpine
    environment: { A: { from_secret: token } }
---
kind: secret
name: token
get: { path: docker/hub, name: password }
---
kind: secret
name: unused
get: { path: other }
`;

/** Creates a repository with a build, and claims its stage. */
async function claim(runner = 'tester', event: 'push' | 'pull_request' = 'push') {
  const slug = `ada/project-${++repos}`;
  const repo = await pushSampleRepo(server, 'ada', `project-${repos}`, pipeline);
  if (event !== 'push') {
    await server.core.db
      .updateTable('builds')
      .set({ event })
      .where('repo_id', '=', repo.id)
      .execute();
  }
  const secrets = secretsOf(server);
  const scope = { repoId: repo.id };
  await secrets.create(scope, { name: 'token', data: 'not this one', pull_request: true });
  await secrets.create(scope, { name: 'password', data: 'nor this one', pull_request: true });
  const api = runnerApiOf(server, runner);
  const filter = { kind: 'pipeline', type: 'docker' };
  const queued = await api.requestStage({ body: filter }, AbortSignal.timeout(5000));
  if (!queued) throw new Error('No queued stage');
  const { id } = queued;
  await api.acceptStage({ params: { stage: id }, query: { machine: 'tester' } });
  const readBuild = async (): Promise<Build> => {
    const url = `/api/repos/${slug}/builds/1`;
    return (await server.app.inject({ url, headers: bearer(ada) })).json();
  };
  return { slug, readDetails: () => api.getStageDetails({ params: { stage: id } }), readBuild };
}

function encrypted(answer: object, secret = extensionSecret) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(secret).subarray(0, 32), nonce);
  const text = [cipher.update(JSON.stringify(answer)), cipher.final()];
  return Buffer.concat([nonce, ...text, cipher.getAuthTag()]);
}

it('adds variables, registries and secrets to a stage', async () => {
  extensions.env.answer = [
    { name: 'PROXY', data: 'http://proxy:3128' },
    { name: 'KEY', data: 'abc', mask: true },
  ];
  extensions.registry.answer = [{ address: 'registry.example.com', username: 'ci', password: 'p' }];
  extensions.secret.answer = { name: 'password', data: 'from outside' };
  const { slug, readDetails } = await claim();
  const details = await readDetails();
  expect(details.variables).toEqual([
    { name: 'PROXY', data: 'http://proxy:3128', isMasked: false },
    { name: 'KEY', data: 'abc', isMasked: true },
  ]);
  expect(details.registries).toEqual([
    { address: 'registry.example.com', username: 'ci', password: 'p' },
  ]);
  expect(details.secrets?.filter(({ name }) => name === 'token')).toEqual([
    { name: 'token', data: 'from outside', pull_request: true },
  ]);
  const { received } = extensions.secret;
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    isSigned: true,
    headers: { accept: 'application/vnd.drone.secret.v1+json', 'accept-encoding': 'aesgcm' },
    body: { path: 'docker/hub', name: 'password', repo: { slug }, build: { number: 1 } },
  });
  expect(extensions.env.received[0]?.headers.accept).toBe('application/vnd.drone.env.v2+json');
  expect(extensions.registry.received[0]?.headers.accept).toBe(
    'application/vnd.drone.registry.v1+json',
  );
});

it('asks once for repeated calls of a runner', async () => {
  extensions.secret.answer = { data: 'from outside' };
  const { readDetails } = await claim();
  const [one, other] = await Promise.all([readDetails(), readDetails()]);
  expect(one.secrets).toEqual(other.secrets);
  expect(extensions.secret.received).toHaveLength(1);
  expect(extensions.env.received).toHaveLength(1);
});

it('gives variables to existing runners as parameters, and masked ones as secrets', async () => {
  extensions.env.answer = { PROXY: 'http://proxy:3128' };
  extensions.secret.answer = { data: 'from outside' };
  const { readDetails } = await claim('');
  const details = await readDetails();
  expect(details.build.params).toEqual({ PROXY: 'http://proxy:3128' });
  expect(details.variables).toBeUndefined();
  extensions.env.answer = [{ name: 'KEY', data: 'abc', mask: true }];
  const masked = await readDetails();
  expect(masked.build.params ?? {}).toEqual({});
  expect(masked.secrets).toContainEqual({ name: 'KEY', data: 'abc', pull_request: true });
});

it('decrypts answers', async () => {
  const body = encrypted({ data: 'from outside' });
  extensions.secret.answer = (response) => {
    response.writeHead(200, { 'content-encoding': 'aesgcm' }).end(body);
  };
  const { readDetails } = await claim();
  expect((await readDetails()).secrets).toContainEqual(
    expect.objectContaining({ name: 'token', data: 'from outside' }),
  );
});

it.each([
  ['does not allow it', {}, []],
  ['allows it', { pull_request: true }, ['from outside']],
  ['allows it in the old way', { pull: true }, ['from outside']],
])('gives a secret to a pull request only if the extension %s', async (_, flags, values) => {
  extensions.secret.answer = { data: 'from outside', ...flags };
  const { readDetails } = await claim('tester', 'pull_request');
  const secrets = (await readDetails()).secrets?.filter(({ name }) => name === 'token');
  expect(secrets?.map(({ data }) => data)).toEqual(values);
});

it('gives a pull request no secret if the extension answers without content', async () => {
  const { readDetails } = await claim('tester', 'pull_request');
  const secrets = (await readDetails()).secrets?.filter(({ name }) => name === 'token');
  expect(secrets).toEqual([]);
});

describe('a stage ends in error, which names the extension,', () => {
  const endsWith = async (kind: (typeof kinds)[number], reason: string, runner = 'tester') => {
    const { readDetails, readBuild } = await claim(runner);
    await expect(readDetails()).rejects.toThrow(RunnerConflict);
    const { status, stages = [] } = await readBuild();
    const { url } = extensions[kind];
    expect({ status, stage: stages[0]?.status, exit: stages[0]?.exit_code }).toEqual({
      status: 'error',
      stage: 'error',
      exit: 255,
    });
    expect(stages[0]?.error).toContain(`extension ${url} failed: ${reason}`);
  };

  it.each(kinds)('if the %s extension fails', async (kind) => {
    extensions[kind].answer = { status: 404, text: 'not found' };
    await endsWith(kind, 'it answered 404: not found');
  });

  it('if it was claimed by an existing runner', async () => {
    extensions.secret.answer = { status: 500 };
    await endsWith('secret', 'it answered 500', '');
  });

  it('if an answer was encrypted with another secret', async () => {
    const body = encrypted({ data: 'x' }, 'a secret that the server does not know');
    extensions.secret.answer = (response) => {
      response.writeHead(200, { 'content-encoding': 'aesgcm' }).end(body);
    };
    await endsWith('secret', 'its answer cannot be decrypted');
  });

  it('if an encrypted answer is too short', async () => {
    extensions.secret.answer = (response) => {
      response.writeHead(200, { 'content-encoding': 'aesgcm' }).end('x');
    };
    await endsWith('secret', 'its answer cannot be decrypted');
  });

  it('if a variable has no valid name', async () => {
    extensions.env.answer = [{ name: 'A B', data: 'x' }];
    await endsWith('env', '"A B" is not the name of a variable');
  });
});

it('ends a stage in error if no extension has its secret', async () => {
  const { readDetails, readBuild } = await claim();
  await expect(readDetails()).rejects.toThrow(RunnerConflict);
  expect((await readBuild()).stages?.[0]?.error).toBe(
    'The secret "token" (path "docker/hub" and name "password"): no secret extension has it',
  );
});
