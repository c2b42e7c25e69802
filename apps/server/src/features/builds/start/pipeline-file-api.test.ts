import type { Build } from '@millrace/contract/api';
import { excessiveFiles } from '@millrace/pipeline/testing';
import { expect, it } from 'vitest';
import { serverOfFile } from '../../../../testing/server-of-file.ts';
import { bearer, createWorkTree, pushSampleRepo } from '../../../../testing/test-server.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');

async function get<T>(path: string): Promise<T> {
  const url = `/api/repos/ada/${path}`;
  return (await server.app.inject({ method: 'GET', url, headers: bearer(ada) })).json();
}

const steps = 'steps: [{ name: a, image: b, commands: [c] }]';

it('warns about keys without effect, and builds', async () => {
  await pushSampleRepo(server, 'ada', 'odd', `kind: pipeline\ntime_limit: 5\n${steps}\n`);
  const build = await get<Build>('odd/builds/1');
  expect(build).toMatchObject({
    status: 'pending',
    warnings: ['line 2, column 1: unknown key "time_limit" in a pipeline'],
  });
  expect((await get<Build[]>('odd/builds'))[0]).not.toHaveProperty('warnings');
});

it('returns the pipeline file of a build', async () => {
  const text = `kind: pipeline\n${steps}\n`;
  await pushSampleRepo(server, 'ada', 'kept', text);
  expect(await get('kept/builds/1/file')).toEqual({ text });
  expect(await get('kept/builds/9/file')).toHaveProperty('message');
});

it('returns the pipeline file of a build from its start', async () => {
  const text = 'kind: pipeline\nsteps: 3\n';
  await pushSampleRepo(server, 'ada', 'unbegun', text);
  expect(await get('unbegun/builds/1')).toMatchObject({ status: 'error', stages: [] });
  expect(await get('unbegun/builds/1/file')).toEqual({ text });
});

it('converts a file in the legacy format, and warns about it', async () => {
  const text = 'pipeline: { test: { image: a, commands: [b] } }\nmatrix: { V: [1, 2] }\n';
  await pushSampleRepo(server, 'ada', 'old', text);
  const build = await get<Build>('old/builds/1');
  expect(build.stages?.map(({ name }) => name)).toEqual(['1', '2']);
  expect(build.warnings).toEqual([expect.stringContaining('"millrace convert FILE" prints it')]);
  expect(await get('old/builds/1/file/source')).toEqual({ text });
  expect(await get<{ text: string }>('old/builds/1/file')).not.toEqual({ text });
});

it.each(Object.entries(excessiveFiles))(
  'creates a build with status error for too many %s',
  async (what, text) => {
    const name = what.replace(/\W.*/, '');
    await pushSampleRepo(server, 'ada', name, text);
    const build = await get<Build>(`${name}/builds/1`);
    const error = expect.stringMatching(new RegExp(`the file has more than [\\d,]+ ${what}`));
    expect(build).toMatchObject({ status: 'error', error });
  },
);

it('creates a build with status error for template documents with too much data', async () => {
  // Texts behind aliases count each time, and take no time to write down.
  const data = `{ x: &x [${'1,'.repeat(1000)}], y: [${'*x,'.repeat(20)}] }`;
  const document = `kind: template\nload: a.yaml\ndata: ${data}\n---\n`;
  await pushSampleRepo(server, 'ada', 'data', document.repeat(12));
  const error = expect.stringContaining('the file has more than 200,000 texts');
  expect(await get<Build>('data/builds/1')).toMatchObject({ status: 'error', error });
});

it('creates a build with status error for a file that is nested too deeply', async () => {
  const text = `kind: pipeline\n${steps}\na: ${'['.repeat(9000)}`;
  await pushSampleRepo(server, 'ada', 'deep', text);
  const error = expect.stringContaining('nests too deeply');
  expect(await get<Build>('deep/builds/1')).toMatchObject({ status: 'error', error });
});

it('reports document, line, column and reason of an error', async () => {
  const text = `kind: pipeline\n${steps}\n---\nkind: pipeline\nname: b\nsteps: 5\n`;
  await pushSampleRepo(server, 'ada', 'wrong', text);
  expect(await get('wrong/builds/1')).toMatchObject({
    status: 'error',
    error: '.drone.yml: document 2, line 6, column 8: steps must be a list',
  });
});

it('starts no pipeline that requires trust in an untrusted repository', async () => {
  const text = `kind: pipeline\n${steps.replace('name: a', 'name: a, privileged: true')}\n`;
  const repo = await pushSampleRepo(server, 'ada', 'bold', text);
  expect(await get('bold/builds/1')).toMatchObject({
    status: 'error',
    error: '.drone.yml: line 2, column 32: steps[a].privileged needs a trusted repository',
  });
  await server.core.repos.update(repo.id, { trusted: true });
  const work = await createWorkTree(server, 'ada', 'ada/bold');
  await work.git('pull', '--quiet', 'origin', 'main');
  await work.commit({ more: 'more' }, 'More');
  await work.git('push', '--quiet', 'origin', 'main');
  expect(await get('bold/builds/2')).toMatchObject({ status: 'pending' });
});

it('reads the changed files if a pipeline has conditions on them', async () => {
  const pipeline = (name: string, paths: string) =>
    `kind: pipeline\nname: ${name}\ntrigger: { paths: ${paths} }\n${steps}\n`;
  const text = [
    pipeline('docs', '[docs/**]'),
    pipeline('code', '{ exclude: [docs/**, "*.md"] }'),
  ].join('---\n');
  const repo = await pushSampleRepo(server, 'ada', 'paths', text);
  const names = async (number: number) =>
    (await get<Build>(`paths/builds/${number}`)).stages?.map((stage) => stage.name);
  // A new branch has nothing to compare with.
  expect(await names(1)).toEqual(['docs', 'code']);
  const work = await createWorkTree(server, 'ada', 'ada/paths');
  await work.git('pull', '--quiet', 'origin', 'main');
  await work.commit({ 'docs/guide.md': 'text', 'README.md': 'text' }, 'Write');
  await work.git('push', '--quiet', 'origin', 'main');
  expect(await names(2)).toEqual(['docs']);
  await work.commit({ 'src/main.ts': 'code' }, 'Code');
  await work.git('push', '--quiet', 'origin', 'main');
  expect(await names(3)).toEqual(['code']);
  await work.commit({ 'NEWS.md': 'text' }, 'Neither');
  await work.git('push', '--quiet', 'origin', 'main');
  expect((await get<Build[]>('paths/builds')).map((build) => build.number)).toEqual([3, 2, 1]);
  expect(repo.slug).toBe('ada/paths');
});

it.each([
  [
    'step',
    `kind: pipeline\nsteps:\n- { name: test, image: a }\n- { name: deploy, image: a, depends_on: [tests] }\n`,
    '.drone.yml: line 4, column 42: "deploy" depends on "tests", which does not exist; did you mean "test"?',
  ],
  [
    'pipeline',
    `kind: pipeline\nname: test\n${steps}\n---\nkind: pipeline\nname: deploy\ndepends_on: [tests]\n${steps}\n`,
    '.drone.yml: document 2, line 7, column 14: the pipeline "tests" is not in this file; did you mean "test"?',
  ],
])('runs nothing of a file with an unknown %s in depends_on', async (what, text, error) => {
  await pushSampleRepo(server, 'ada', `unknown-${what}`, text);
  const build = await get<Build>(`unknown-${what}/builds/1`);
  expect(build).toMatchObject({ status: 'error', stages: [], error });
});
