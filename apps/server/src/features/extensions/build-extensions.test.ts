import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Build } from '@millrace/contract/api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ExtensionServer,
  extensionSecret,
  startExtension,
} from '../../../testing/extension-server.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  samplePipeline,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';

const kinds = ['config', 'convert', 'validate'] as const;
type Kind = (typeof kinds)[number];

let extensions: Record<Kind, ExtensionServer>;
let second: ExtensionServer;
let server: TestServer;
let root: { token: string };
let repos = 0;

beforeAll(async () => {
  const [config, convert, validate] = await Promise.all([
    startExtension(),
    startExtension(),
    startExtension(),
  ]);
  extensions = { config, convert, validate };
  second = await startExtension();
  const env = Object.fromEntries(
    kinds.flatMap((kind) => {
      const prefix = `MILLRACE_${kind.toUpperCase()}_PLUGIN_`;
      const { url } = extensions[kind];
      return [
        [`${prefix}ENDPOINT`, `root/*=${url}, ${second.url}?key=hidden`],
        [`${prefix}SECRET`, extensionSecret],
        [`${prefix}TIMEOUT`, '1s'],
      ];
    }),
  );
  server = await startTestServer({
    env: { ...env, MILLRACE_PLUGIN_RESPONSE_MB: '1' },
  });
  root = await server.addUser('root', { admin: true });
  await server.addUser('bob');
});
beforeEach(() => {
  for (const extension of [...Object.values(extensions), second]) {
    extension.received = [];
    extension.answer = { status: 204 };
  }
});
afterEach(() => {
  for (const { received } of [...Object.values(extensions), second]) {
    expect(received.map(({ isSigned }) => isSigned)).toEqual(received.map(() => true));
  }
});
afterAll(async () => {
  await server.stop();
  await Promise.all([...Object.values(extensions), second].map((each) => each.stop()));
});

/** Creates a repository and starts a build of it. */
async function startBuild(owner = 'root', pipeline = samplePipeline): Promise<Build | null> {
  const name = `project-${++repos}`;
  await pushSampleRepo(server, owner, name, pipeline);
  for (const extension of [...Object.values(extensions), second]) extension.received = [];
  return restart(`${owner}/${name}`);
}

async function restart(slug: string, path = 'builds'): Promise<Build | null> {
  const url = `/api/repos/${slug}/${path}`;
  const response = await server.app.inject({ method: 'POST', url, headers: bearer(root) });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

const stagesOf = (build: Build | null) => build?.stages?.map(({ name, status }) => [name, status]);
const pipeline = (name: string) => `kind: pipeline\ntype: exec\nname: ${name}\nsteps: []\n`;

describe('configuration', () => {
  it('takes the place of the file in the repository', async () => {
    extensions.config.answer = { data: pipeline('central'), kind: '' };
    expect(stagesOf(await startBuild())).toEqual([['central', 'pending']]);
    const [request] = extensions.config.received;
    expect(request?.headers.accept).toBe('application/vnd.drone.config.v1+json');
    expect(request?.body).toMatchObject({
      repo: { slug: `root/project-${repos}`, config_path: '.drone.yml', default_branch: 'main' },
      build: { event: 'custom', trigger: 'root', target: 'main', ref: 'refs/heads/main' },
    });
    expect(second.received.map(({ headers }) => headers.accept)).toEqual([
      'application/vnd.drone.convert.v1+json',
      'application/vnd.drone.validate.v1+json',
    ]);
  });

  it('is asked in order, and only about its repositories', async () => {
    second.answer = { data: pipeline('second') };
    const extension = extensions.config;
    expect(stagesOf(await startBuild())).toEqual([['second', 'pending']]);
    expect(extension.received).toHaveLength(1);
    second.answer = { status: 204 };
    expect(stagesOf(await startBuild('bob'))?.[0]).toEqual(['first', 'pending']);
    expect(extension.received).toEqual([]);
  });
});

describe('conversion', () => {
  it('changes the file, which is stored for a restart', async () => {
    const { convert } = extensions;
    convert.answer = { data: pipeline('converted') };
    expect(stagesOf(await startBuild())).toEqual([['converted', 'pending']]);
    expect(convert.received[0]?.body.config?.data).toBe(samplePipeline);
    const slug = convert.received[0]?.body.repo?.slug ?? '';
    convert.received = [];
    expect(stagesOf(await restart(slug, 'builds/2'))).toEqual([['converted', 'pending']]);
    expect(convert.received).toEqual([]);
    expect(extensions.validate.received.at(-1)?.body.config?.data).toBe(pipeline('converted'));
  });

  it('gets the YAML of templates and scripts', async () => {
    await startBuild('root', `${samplePipeline}---\nkind: secret\nname: a\n`);
    expect(extensions.convert.received[0]?.body.config?.data).toContain('kind: secret');
  });
});

describe('validation', () => {
  it('starts no build if an extension skips it', async () => {
    extensions.validate.answer = { status: 498 };
    expect(await startBuild()).toBeNull();
    expect(second.received.at(-1)?.headers.accept).not.toContain('validate');
  });

  it('waits for approval if an extension blocks the build', async () => {
    extensions.validate.answer = { status: 499 };
    const build = await startBuild();
    expect(stagesOf(build)).toEqual([
      ['first', 'blocked'],
      ['second', 'blocked'],
    ]);
    expect(build?.warnings).toEqual([
      `The validation extension ${extensions.validate.url} requires approval`,
    ]);
    expect(second.received.at(-1)?.headers.accept).toContain('validate');
  });

  it('shows why an extension rejects a file', async () => {
    const message = 'images of docker.io are not allowed';
    extensions.validate.answer = { status: 400, text: JSON.stringify({ code: 400, message }) };
    const build = await startBuild();
    expect(build).toMatchObject({
      status: 'error',
      error: `The validation extension ${extensions.validate.url} rejected the pipeline file: ${message}`,
    });
    expect(stagesOf(build) ?? []).toEqual([]);
  });
});

describe.each(kinds)('a %s extension that fails', (kind) => {
  const names = { config: 'configuration', convert: 'conversion', validate: 'validation' };
  const errorOf = async () => {
    const build = await startBuild();
    expect(build?.status).toBe('error');
    expect(build?.stages ?? []).toEqual([]);
    return build?.error;
  };
  const start = () => `The ${names[kind]} extension ${extensions[kind].url} failed: `;

  it('puts the build in error', async () => {
    extensions[kind].answer = { status: 500, text: 'no\nluck' };
    expect(await errorOf()).toBe(`${start()}it answered 500: no luck`);
  });

  it('has a time limit', async () => {
    extensions[kind].answer = (response) => response.write('{');
    expect(await errorOf()).toBe(`${start()}no response within 1 s`);
  });

  it('may not send a huge answer', async () => {
    extensions[kind].answer = { data: 'x'.repeat(1_000_001) };
    expect(await errorOf()).toBe(`${start()}the response is larger than 1000000 bytes`);
  });

  it('may not redirect', async () => {
    extensions[kind].answer = { status: 307, headers: { location: second.url } };
    expect(await errorOf()).toContain('it answered 307, and redirects are not followed');
    expect(second.received.every(({ headers }) => !String(headers.accept).includes(kind))).toBe(
      true,
    );
  });
});

it('rejects an answer that is not of the protocol', async () => {
  extensions.config.answer = { status: 200, text: '<html>' };
  expect((await startBuild())?.error).toContain('its answer is not as expected');
});

it('names an extension without the query of its address', async () => {
  second.answer = { status: 404, text: 'none' };
  const build = await startBuild();
  expect(build?.error).toBe(
    `The configuration extension ${second.url} failed: it answered 404: none`,
  );
});

it('names an extension that is away', async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const other = await startTestServer({
    env: {
      MILLRACE_CONFIG_PLUGIN_ENDPOINT: `http://127.0.0.1:${port}`,
      MILLRACE_CONFIG_PLUGIN_SECRET: extensionSecret,
    },
  });
  try {
    await other.addUser('ada');
    await pushSampleRepo(other, 'ada');
    const [build] = await other.core.db.selectFrom('builds').select('error').execute();
    expect(build?.error).toContain(`configuration extension http://127.0.0.1:${port}/ failed:`);
    expect(build?.error).toContain('ECONNREFUSED');
  } finally {
    await other.stop();
  }
});

it('converts only files whose names end as the setting says, in any language', async () => {
  const extension = await startExtension();
  const other = await startTestServer({
    env: {
      MILLRACE_CONVERT_PLUGIN_ENDPOINT: extension.url,
      MILLRACE_CONVERT_PLUGIN_SECRET: extensionSecret,
      MILLRACE_CONVERT_PLUGIN_EXTENSION: '.cue',
    },
  });
  try {
    const ada = await other.addUser('ada');
    await pushSampleRepo(other, 'ada');
    expect(extension.received).toEqual([]);
    extension.answer = { data: pipeline('from-cue') };
    const cue = 'import "list"\npipeline: kind: "pipeline"\nsteps: [for x in #names {name: x}]\n';
    const work = await createWorkTree(other, 'ada', 'ada/project');
    await work.git('pull', '--quiet', 'origin', 'main');
    await work.commit({ 'ci.cue': cue }, 'Describe the build in CUE');
    await other.app.inject({
      method: 'PATCH',
      url: '/api/repos/ada/project',
      headers: bearer(ada),
      payload: { config_path: 'ci.cue' },
    });
    await work.git('push', '--quiet', 'origin', 'main');
    expect(extension.received.map(({ body }) => body.config?.data)).toEqual([cue]);
    const stages = other.core.db.selectFrom('stages').select('name').orderBy('id', 'desc');
    expect(await stages.executeTakeFirst()).toEqual({ name: 'from-cue' });
  } finally {
    await other.stop();
    await extension.stop();
  }
});
