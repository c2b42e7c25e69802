import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import * as api from '@millrace/contract/api';
import { openStream } from '@millrace/test-support/stream-reader';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyAdminData } from '../testing/admin-data.ts';
import { createWorkTree, password } from '../testing/test-server.ts';
import { readConfig } from './config/config.ts';
import { type Server, startServer } from './server.ts';

const values = { repo: 'sesame-4711-open', org: 'abracadabra-0815', inline: 'hocus-1234-pocus' };
const logged: string[] = [];
const seen: string[] = [];
let tempDir: string;
let server: Server;
let cookie: string;

beforeAll(async () => {
  tempDir = await mkdtemp(join(tmpdir(), 'millrace-secrets-'));
  await copyAdminData(join(tempDir, 'data'));
  const config = readConfig({
    MILLRACE_DATA: join(tempDir, 'data'),
    MILLRACE_PORT: '0',
    MILLRACE_SEED: 'none',
    MILLRACE_ADMIN_PASSWORD: password,
  });
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  server = await startServer(config, pino({ level: 'trace' }, sink));
  const answer = await fetch(`${server.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: 'admin', password }),
  });
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await push('kind: pipeline\nsteps: [{ name: x }]\ntrigger: { event: [tag] }\n');
  await post('/api/repos/admin/project/secrets', { name: 'token', data: values.repo });
  await post('/api/secrets/admin', { name: 'shared', data: values.org });
});
afterAll(async () => {
  await server.stop();
  await rm(tempDir, { recursive: true, force: true });
});

const post = async (path: string, body: object) => {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { cookie, origin: server.url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  seen.push(text);
  return JSON.parse(text);
};

async function push(pipeline: string) {
  const work = await createWorkTree({ url: server.url, tempDir }, 'admin', 'admin/project');
  await work.commit({ '.drone.yml': pipeline });
  await work.git('push', '--quiet', '--force', 'origin', 'main');
}

/** Pushes, and reads the stream until the resulting build has finished. */
async function build(pipeline: string) {
  const stream = await openStream(`${server.url}/api/stream`, { cookie });
  await push(pipeline);
  for (;;) {
    const [message] = await stream.take(1);
    seen.push(message?.data ?? '');
    const { build } = JSON.parse(message?.data ?? '{}');
    if (['success', 'failure', 'error', 'killed'].includes(build?.status)) return build;
  }
}

const platform = `platform: { arch: ${arch() === 'x64' ? 'amd64' : arch()} }`;

describe('secrets of a build', () => {
  it('are passed to the steps, and never shown to anybody', async () => {
    const { data } = await post('/api/repos/admin/project/encrypt', { data: values.inline });
    const ended = await build(`kind: pipeline
type: exec
${platform}
environment:
  SHARED: { from_secret: shared }
steps:
  - name: use
    environment:
      TOKEN: { from_secret: token }
      INLINE: { from_secret: inline }
      ABSENT: { from_secret: absent }
    commands:
      - echo "lengths \${#TOKEN} \${#SHARED} \${#INLINE} \${#ABSENT}"
      - echo "values $TOKEN, $SHARED, $INLINE"
      - printenv
      - '"$TOKEN" >&2 || exit 3'
---
kind: secret
name: inline
data: ${data}
`);
    expect(ended).toMatchObject({ status: 'failure' });
    const path = `/api/repos/admin/project/builds/${ended.number}/logs/1/2`;
    const answer = await fetch(server.url + path, { headers: { cookie } });
    const lines = (await answer.json()) as api.Line[];
    const text = lines.map((line) => line.out).join('');
    expect(text).toContain('lengths 16 16 16 0');
    expect(text).toContain('values ******, ******, ******');

    for (const answer of await callEverything(ended.number)) seen.push(answer);
    await expectNothingSeen();
  });
});

async function expectNothingSeen(): Promise<void> {
  const folder = join(tempDir, 'data');
  for (const value of Object.values(values)) {
    expect(seen.join('\n')).not.toContain(value);
    expect(logged.join('\n')).not.toContain(value);
    for (const file of await readdir(folder, { recursive: true })) {
      const bytes = await readFile(join(folder, file)).catch(() => Buffer.alloc(0));
      expect(bytes.includes(value), `${file} holds a secret`).toBe(false);
    }
  }
}

/** The answer of every call that only reads. */
async function callEverything(buildNumber: number): Promise<string[]> {
  const params: Record<string, string | number> = {
    namespace: 'admin',
    name: 'project',
    login: 'admin',
    secret: 'token',
    build: buildNumber,
    stage: 1,
    step: 2,
  };
  const answers: string[] = [];
  for (const endpoint of Object.values(api)) {
    if (typeof endpoint !== 'object' || !('path' in endpoint) || endpoint.method !== 'GET')
      continue;
    const path = endpoint.path.replace(/:(\w+)|\*/g, (_, name = '*') =>
      String(params[name] ?? 'x'),
    );
    const answer = await fetch(server.url + path, { headers: { cookie } });
    answers.push(`${path} ${answer.status} ${await answer.text()}`);
  }
  expect(answers.filter((answer) => answer.includes(' 200 ')).length).toBeGreaterThan(15);
  return answers;
}

describe('templates of a build', () => {
  const template = (data: string) =>
    post('/api/templates/admin', { name: `plugin-${data.length}.yaml`, data });

  it('create its pipelines', async () => {
    const { name } = await template(
      `kind: pipeline\ntype: exec\n${platform}\nsteps:\n  - name: {{ .input.step }}\n    commands: [ 'true' ]\n`,
    );
    const ended = await build(`kind: template\nload: ${name}\ndata: { step: made }\n`);
    expect(ended.status).toBe('success');
    expect(ended.stages[0].steps.map((step: { name: string }) => step.name)).toEqual([
      'clone',
      'made',
    ]);
  });

  it('that are invalid create a build with status error, and a restart uses the fixed one', async () => {
    const { name } = await template('kind: pipeline\nname: {{ .input.nope }}\n');
    const failed = await build(`kind: template\nload: ${name}\n`);
    expect(failed).toMatchObject({
      status: 'error',
      error: `template ${name}: line 2: .input.nope has no value`,
    });
    await fetch(`${server.url}/api/templates/admin/${name}`, {
      method: 'PATCH',
      headers: { cookie, origin: server.url, 'content-type': 'application/json' },
      body: JSON.stringify({ data: 'kind: pipeline\ntype: never\nsteps: [{ name: x }]\n' }),
    });
    const again = await post(`/api/repos/admin/project/builds/${failed.number}`, {});
    expect(again).toMatchObject({ status: 'pending', parent: failed.number });
  });
});
