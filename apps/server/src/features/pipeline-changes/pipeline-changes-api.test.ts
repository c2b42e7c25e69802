import { hookTrigger } from '@millrace/build-host/builds/build-input';
import type { Build, PipelineChange } from '@millrace/contract/api';
import { badRequest } from '@millrace/contract/api-errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runnerApiOf, startNextStage } from '../../../testing/fake-work.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts';
import { buildsPort } from '../builds/port.ts';

const greeting = `kind: pipeline
type: exec
name: greet
clone: { disable: true }
steps:
  - { name: greet, commands: [echo] }
`;
const withLint = `${greeting}  - { name: lint, commands: [lint] }\n`;

let server: TestServer;
let ada: { token: string };

async function start(options: Parameters<typeof startTestServer>[0] = {}) {
  server = await startTestServer({ jobs: ['receivePushes', 'testPipelineChanges'], ...options });
  ada = await server.addUser('ada');
}
afterEach(() => server.stop());

async function read<Output>(path: string) {
  const url = `/api/repos/ada/project/${path}`;
  const answer = await server.app.inject({ url, headers: bearer(ada) });
  return { status: answer.statusCode, output: answer.json() as Output };
}
const readBuild = async (number: number) => (await read<Build>(`builds/${number}`)).output;
const readChange = (number: number) => read<PipelineChange>(`builds/${number}/pipeline-change`);
const job = () => server.features.jobs.get('testPipelineChanges');

async function openWorkTree() {
  const { git, commit } = await createWorkTree(server, 'ada', 'ada/project');
  await git('pull', '--quiet', 'origin', 'main');
  let builds = 1;
  return {
    git,
    /** Pushes a commit, and returns the number of its build. */
    async push(files: Record<string, string>, branch = 'main') {
      await commit(files);
      expect((await git('push', 'origin', `HEAD:refs/heads/${branch}`)).exitCode).toBe(0);
      builds++;
      await expect.poll(async () => (await readBuild(builds)).number).toBe(builds);
      return builds;
    },
  };
}

async function waitForResult(number: number): Promise<PipelineChange> {
  await expect.poll(async () => (await readChange(number)).output.status).not.toBe('pending');
  return (await readChange(number)).output;
}

describe('of a push', () => {
  beforeEach(async () => {
    await start();
    await pushSampleRepo(server, 'ada', 'project', greeting);
    await startNextStage(runnerApiOf(server));
  });

  it('counts the builds that run differently under the new file', async () => {
    const { push } = await openWorkTree();
    const number = await push({ '.drone.yml': withLint });
    expect(await readBuild(number)).toMatchObject({ file_base: 1 });
    expect(await waitForResult(number)).toEqual({
      base: 1,
      status: 'finished',
      error: '',
      result: {
        builds: 1,
        changed: 1,
        failed: 0,
        all_parts: 1,
        parts: [{ stage: 'greet', step: 'lint', change: 'added', builds: 1 }],
        seconds: { before: 0, after: 0 },
      },
    });
  });

  it('is none if the file is the same, or if the build is a restart', async () => {
    const { push } = await openWorkTree();
    const none = {
      status: 404,
      output: { message: 'This build does not change the pipeline file', code: 'missing' },
    };
    expect(await readChange(await push({ text: 'other' }))).toEqual(none);
    await push({ '.drone.yml': withLint });
    const url = '/api/repos/ada/project/builds/1';
    const restarted = await server.app.inject({ method: 'POST', url, headers: bearer(ada) });
    expect(restarted.json()).toMatchObject({ number: 4, parent: 1 });
    expect(await readChange(4)).toEqual(none);
    expect(await readChange(9)).toMatchObject({ status: 404 });
  });

  it('does not compare with restarts, which repeat an older file', async () => {
    const { push } = await openWorkTree();
    await push({ '.drone.yml': withLint });
    const url = '/api/repos/ada/project/builds/1';
    await server.app.inject({ method: 'POST', url, headers: bearer(ada) });
    const { git, commit } = await createWorkTree(server, 'ada', 'ada/project');
    await git('pull', '--quiet', 'origin', 'main');
    await commit({ text: 'other' });
    await git('push', 'origin', 'main');
    await expect.poll(async () => (await readBuild(4)).number).toBe(4);
    expect(await readBuild(4)).not.toHaveProperty('file_base');
  });

  it('is none if the file has an error, which the build shows', async () => {
    const { push } = await openWorkTree();
    const number = await push({ '.drone.yml': `${greeting}  - 5\n` });
    expect(await readBuild(number)).toMatchObject({ status: 'error' });
    expect((await readChange(number)).status).toBe(404);
  });

  it('is one of the default branch for a new branch', async () => {
    const { push } = await openWorkTree();
    const number = await push({ '.drone.yml': withLint }, 'feature');
    expect(await readBuild(number)).toMatchObject({ target: 'feature', file_base: 1 });
    const next = await push({ text: 'other' }, 'feature');
    expect(await readBuild(next)).not.toHaveProperty('file_base');
  });

  it('survives a stop of the server before the back-test', async () => {
    await job()?.stop();
    const { push } = await openWorkTree();
    const number = await push({ '.drone.yml': withLint });
    expect((await readChange(number)).output).toEqual({ base: 1, status: 'pending', error: '' });
    job()?.run();
    expect(await waitForResult(number)).toMatchObject({ status: 'finished' });
  });

  it('compares the builds before it only', async () => {
    await job()?.stop();
    const { push } = await openWorkTree();
    const number = await push({ '.drone.yml': withLint });
    await push({ text: 'other' });
    job()?.run();
    expect(await waitForResult(number)).toMatchObject({ result: { builds: 1 } });
  });
});

it('of a pull request, is compared with the target branch', async () => {
  await start();
  const repo = await pushSampleRepo(server, 'ada', 'project', greeting);
  const { push } = await openWorkTree();
  await push({ '.drone.yml': withLint }, 'feature');
  const commit = await server.core.forge.findCommit(repo, 'refs/heads/feature');
  if (!commit) throw new Error('No commit');
  const request = { event: 'pull_request', trigger: hookTrigger, sender: 'ada' } as const;
  const refs = { ref: 'refs/pull/1/head', target: 'main', source: 'feature', commit };
  const build = await server.ask(buildsPort).createBuild(repo, { ...request, ...refs });
  expect(build).toMatchObject({ number: 3, fileBase: 1 });
  expect(await waitForResult(3)).toMatchObject({ base: 1, result: { builds: 2 } });
});

it('compares scripts before their conversion, and converts them for each build', async () => {
  await start({ env: { MILLRACE_SCRIPT_IMPORTS: '1' } });
  const repo = await pushSampleRepo(server, 'ada', 'project', greeting);
  await server.core.repos.update(repo.id, { configPath: 'ci.jsonnet' });
  const script = (name: string) => `{
    kind: 'pipeline', type: 'exec', name: '${name}',
    steps: [{ name: std.extVar('build.commit'), commands: ['echo'] }],
  }`;
  const { push } = await openWorkTree();
  await push({ 'ci.jsonnet': script('one') });
  const same = await push({ text: 'other' });
  expect(await readBuild(same)).not.toHaveProperty('file_base');
  const changed = await push({ 'ci.jsonnet': script('two') });
  expect(await readBuild(changed)).toMatchObject({ file_base: same });
  expect(await waitForResult(changed)).toMatchObject({ result: { builds: 3, changed: 3 } });
  // No earlier commit has the imported file.
  const files = { 'ci.jsonnet': "import 'three.libsonnet'", 'three.libsonnet': script('three') };
  const importing = await push(files);
  expect(await waitForResult(importing)).toMatchObject({ result: { builds: 4, failed: 0 } });
});

it('says why the back-test failed', async () => {
  const tooSlow = 'the file needs more than 30 seconds of processor time';
  await start({});
  Object.assign(server.ask(buildsPort), {
    backTestBuild: () => Promise.reject(badRequest(tooSlow)),
  });
  await pushSampleRepo(server, 'ada', 'project', greeting);
  const { push } = await openWorkTree();
  const number = await push({ '.drone.yml': withLint });
  expect(await waitForResult(number)).toEqual({ base: 1, status: 'failed', error: tooSlow });
});
