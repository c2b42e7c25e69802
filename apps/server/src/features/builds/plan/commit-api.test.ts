import type { BranchFile, PipelineCommit } from '@millrace/contract/api';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  bearer,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';

let server: TestServer;
let ada: { token: string };
beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  await pushSampleRepo(server, 'ada', 'project', pipeline);
});
afterEach(() => server.stop());

const pipeline = `kind: pipeline
type: exec
name: greet
clone: { disable: true }
steps: [{ name: greet, commands: [echo] }]
`;
const text = pipeline.replaceAll('greet', 'edited');
const url = '/api/repos/ada/project';

async function read<Output>(path: string) {
  const answer = await server.app.inject({ url: `${url}/${path}`, headers: bearer(ada) });
  return answer.json() as Output;
}

async function commit(change: object, caller = ada) {
  const file = await read<BranchFile>('pipeline');
  const body = { text, message: 'Edit it', branch: file.branch, commit: file.commit, ...change };
  const answer = await server.app.inject({
    method: 'POST',
    url: `${url}/pipeline/commits`,
    headers: bearer(caller),
    body,
  });
  return { status: answer.statusCode, output: answer.json() as PipelineCommit };
}

it('commits the file as the caller, which starts a build', async () => {
  const { status, output } = await commit({});
  expect({ status, output }).toMatchObject({
    status: 200,
    output: { branch: 'main', link: '', pull_request_link: '' },
  });
  expect(await read('pipeline')).toMatchObject({ text, commit: output.commit });
  expect(await read('builds/2')).toMatchObject({
    after: output.commit,
    sender: 'ada',
    message: 'Edit it',
    stages: [{ name: 'edited' }],
  });
});

it('commits to a new branch, and leaves the other one unchanged', async () => {
  const { output } = await commit({ new_branch: 'edits/one' });
  expect(output.branch).toBe('edits/one');
  expect(await read('pipeline?branch=edits/one')).toMatchObject({ text });
  expect(await read('pipeline')).toMatchObject({ text: pipeline });
});

it('records the branches and the build in the audit log', async () => {
  await commit({ new_branch: 'edits' });
  const events = await server.core.db
    .selectFrom('audit_events')
    .select(['actor', 'details'])
    .where('action', '=', 'pipeline.commit')
    .execute();
  const details = JSON.stringify({ branch: 'main', new_branch: 'edits', build: 2 });
  expect(events).toEqual([{ actor: 'ada', details }]);
});

it('does not replace characters that are not UTF-8', async () => {
  const message =
    'The text has characters that are not UTF-8, which would be lost: commit it with git';
  for (const broken of ['# caf\ufffd', '# \ud83d']) {
    expect(await commit({ text: `${text}${broken}\n` })).toEqual({
      status: 400,
      output: { message, code: 'invalid_input' },
    });
  }
});

it('rejects a text whose file has changed since', async () => {
  const { commit: base } = await read<BranchFile>('pipeline');
  await commit({ text: `${pipeline}# theirs\n` });
  expect(await commit({ commit: base })).toMatchObject({
    status: 409,
    output: {
      message: 'Another commit has changed .drone.yml on main since it was read',
      code: 'conflict',
    },
  });
});

it('names the branch that excludes a new one', async () => {
  expect(await commit({ new_branch: 'main/sub/one' })).toMatchObject({
    status: 409,
    output: { message: 'There cannot be a branch main/sub/one beside main', code: 'conflict' },
  });
  await commit({ new_branch: 'release/1/a' });
  expect(await commit({ new_branch: 'release' })).toMatchObject({
    status: 409,
    output: { message: 'There cannot be a branch release beside release/1/a', code: 'conflict' },
  });
});

it.each([
  [{ new_branch: 'a..b' }, 'Invalid branch name'],
  [{ message: '  ' }, 'No commit message'],
  [{ commit: 'HEAD' }, 'Invalid commit hash'],
])('rejects %j', async (change, message) => {
  expect(await commit(change)).toMatchObject({
    status: 400,
    output: { message, code: 'invalid_input' },
  });
});

it('requires write permission', async () => {
  const bob = await server.addUser('bob');
  expect((await commit({}, bob)).status).toBeGreaterThanOrEqual(403);
  expect(await read('pipeline')).toMatchObject({ text: pipeline });
});
