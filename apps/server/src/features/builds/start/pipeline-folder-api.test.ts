import type { Build } from '@millrace/contract/api';
import { expect, it, vi } from 'vitest';
import { serverOfFile } from '../../../../testing/server-of-file.ts';
import { bearer, createWorkTree } from '../../../../testing/test-server.ts';
import { gitHostingPort } from '../../git-hosting/port.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT';
const call = (method: Method, path: string, payload?: object) =>
  server.app.inject({
    method,
    url: `/api/repos/ada/${path}`,
    headers: bearer(ada),
    ...(payload ? { payload } : {}),
  });
const pipeline = (name: string, more = '') =>
  `kind: pipeline\ntype: exec\nname: ${name}\nsteps: [{ name: a, commands: ['true'] }]\n${more}`;
const stagesOf = ({ stages }: Build) => stages?.map(({ name }) => name);

let repos = 0;
/** Pushes these files to a new repository that reads the folder `.drone`. Returns its name. */
async function push(files: Record<string, string>, settings = {}): Promise<string> {
  const name = `folder-${++repos}`;
  const owner = await server.core.userStore.findByLogin('ada');
  if (owner) await server.ask(gitHostingPort).addHostedRepo(owner, 'ada', name);
  await call('PATCH', name, { config_folder: '.drone', ...settings });
  const work = await createWorkTree(server, 'ada', `ada/${name}`);
  await work.commit(files, 'A folder');
  await work.git('push', '--quiet', 'origin', 'HEAD:main');
  return name;
}

async function readBuild(name: string, number = 1): Promise<Build> {
  return vi.waitFor(async () => {
    const answer = await call('GET', `${name}/builds/${number}`);
    expect(answer.statusCode).toBe(200);
    return answer.json();
  });
}

async function buildOf(files: Record<string, string>, settings = {}): Promise<Build> {
  return readBuild(await push(files, settings));
}

it('runs the pipelines of all files, and the same ones when restarted', async () => {
  const name = await push({
    '.drone.yml': pipeline('main'),
    '.drone/b.yml': pipeline('b', 'depends_on: [main, a]\n'),
    '.drone/a.yaml': 'include: shared/a.yml\n',
    '.drone/notes.md': '# Notes',
    '.drone/sub/c.yml': pipeline('c'),
    'shared/a.yml': pipeline('a'),
  });
  const build = await readBuild(name);
  expect(stagesOf(build)).toEqual(['main', 'a', 'b']);
  expect(build.stages?.[2]?.depends_on).toEqual(['main', 'a']);
  const { text } = (await call('GET', `${name}/builds/1/file`)).json();
  expect(text.match(/^# .*/gm)).toEqual([
    '# file: .drone.yml',
    '# file: .drone/a.yaml',
    '# shared/a.yml',
    '# file: .drone/b.yml',
  ]);
  const source = (await call('GET', `${name}/builds/1/file/source`)).json();
  expect(source.text).toContain('# file: .drone/a.yaml\ninclude: shared/a.yml\n');
  await call('PATCH', name, { config_folder: '' });
  const restarted = (await call('POST', `${name}/builds/1`)).json();
  expect(stagesOf(await readBuild(name, restarted.number))).toEqual(['main', 'a', 'b']);
  const started = (await call('POST', `${name}/builds?branch=main`)).json();
  expect(stagesOf(await readBuild(name, started.number))).toEqual(['main']);
});

it('needs no pipeline file beside the folder', async () => {
  const name = await push({ '.drone/b.yml': pipeline('b') });
  expect(stagesOf(await readBuild(name))).toEqual(['b']);
  expect((await call('GET', `${name}/starter-pipelines`)).json().state).toBe('present');
});

it('does not read the pipeline file twice', async () => {
  const settings = { config_path: 'ci/main.yml', config_folder: 'ci' };
  const build = await buildOf(
    { 'ci/a.yml': pipeline('a'), 'ci/main.yml': pipeline('b') },
    settings,
  );
  expect(stagesOf(build)).toEqual(['b', 'a']);
});

it.each([
  ['a missing folder', {}],
  ['a folder without pipeline files', { '.drone/run.sh': 'true' }],
  ['a file instead of the folder', { '.drone': pipeline('x') }],
])('reads the pipeline file alone with %s', async (_, more) => {
  const text = pipeline('a');
  const name = await push({ '.drone.yml': text, ...more });
  expect(stagesOf(await readBuild(name))).toEqual(['a']);
  expect((await call('GET', `${name}/builds/1/file`)).json()).toEqual({ text });
});

it('reports a commit without any pipeline file as without the setting', async () => {
  const name = await push({ 'README.md': '' });
  const answer = await call('POST', `${name}/builds?branch=main`);
  expect(answer.statusCode).toBe(404);
  expect(answer.json().message).toMatch(/^There is no \.drone\.yml in commit [0-9a-f]{8}$/);
});

it('does not read the folder of a script', async () => {
  const files = {
    '.drone.jsonnet': `{ kind: 'pipeline', type: 'exec', name: 's', steps: [{ name: 'a', commands: ['a'] }] }`,
    '.drone/b.yml': pipeline('b'),
  };
  expect(stagesOf(await buildOf(files, { config_path: '.drone.jsonnet' }))).toEqual(['s']);
});

const many = Array.from({ length: 51 }, (_, at): [string, string] => [
  `.drone/${String(at).padStart(2, '0')}.yml`,
  pipeline(`p${at}`),
]);
it.each([
  [
    'steps of a wrong type',
    { '.drone/b.yml': '# x\nkind: pipeline\nsteps: 3\n' },
    /^\.drone\/b\.yml: line 3, column 8: /,
  ],
  ['a file that is not YAML', { '.drone/b.yml': 'name: "x\n' }, /^\.drone\/b\.yml: line \d, /],
  [
    'a name that is used twice',
    { '.drone/b.yml': pipeline('main') },
    /^\.drone\/b\.yml: line 3, column 7: \.drone\.yml has a pipeline named "main" too$/,
  ],
  [
    'a missing include',
    { '.drone/b.yml': `${pipeline('b')}---\ninclude: gone.yml\n` },
    /^\.drone\/b\.yml: line 6: there is no gone\.yml in commit/,
  ],
  [
    'a missing template',
    { '.drone/b.yml': '# x\nkind: template\nload: gone.yml\n' },
    /^\.drone\/b\.yml: line 2: there is no template "gone\.yml" in the organization ada$/,
  ],
  [
    'a step that needs trust',
    {
      '.drone/b.yml': pipeline('b')
        .replace('exec', 'docker')
        .replace('name: a', 'name: a, image: a, privileged: true'),
    },
    /^\.drone\/b\.yml: line 4, column \d+: /,
  ],
  [
    'too many files',
    Object.fromEntries(many),
    /^\.drone: the folder has more than 50 pipeline files$/,
  ],
  [
    'too long files',
    { '.drone/b.yml': `# ${'x'.repeat(1_000_000)}` },
    /^\.drone: the files have more than 1,000,000 characters$/,
  ],
])('ends in an error for %s', async (_, files, message) => {
  const build = await buildOf({ '.drone.yml': pipeline('main'), ...files });
  expect([build.status, build.error]).toEqual(['error', expect.stringMatching(message)]);
});

it('names the file of a warning', async () => {
  const build = await buildOf({ '.drone/b.yml': pipeline('b', 'x: 1\n') });
  expect(build.warnings).toEqual(['.drone/b.yml: line 5, column 1: unknown key "x" in a pipeline']);
});

it('blocks a protected repository whose pipeline file alone is signed', async () => {
  const main = pipeline('main');
  const name = await push({ 'README.md': '' }, { protected: true });
  const { data } = (await call('POST', `${name}/sign`, { data: main })).json();
  const work = await createWorkTree(server, 'ada', `ada/${name}`);
  await work.git('pull', '--quiet', 'origin', 'main');
  const signed = `${main}---\nkind: signature\nhmac: ${data}\n`;
  await work.commit({ '.drone.yml': signed }, 'Signed');
  await work.git('push', '--quiet', 'origin', 'HEAD:main');
  const statuses = ({ stages }: Build) => stages?.map(({ status }) => status);
  expect(statuses(await readBuild(name))).toEqual(['pending']);
  await work.commit({ '.drone/b.yml': pipeline('b') }, 'More');
  await work.git('push', '--quiet', 'origin', 'HEAD:main');
  expect(statuses(await readBuild(name, 2))).toEqual(['blocked', 'blocked']);
});
