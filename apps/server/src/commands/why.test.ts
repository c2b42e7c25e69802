import { tmpdir } from 'node:os';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toLines } from '../../testing/build-with-logs.ts';
import { runnerApiOf, startNextStage } from '../../testing/fake-work.ts';
import { pushSampleRepo, startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ token } = await server.addUser('ada'));
  await pushSampleRepo(server, 'ada');
  const api = runnerApiOf(server);
  const { stage, step } = await startNextStage(api);
  const lines = ['+ make', 'compiling', 'Error: the wheel \u001b[31mis\u001b[0m stuck', 'bye'];
  await api.appendLogs({ params: { step: step.id }, body: toLines(lines) });
  const ended = { status: 'failure' as const, exit_code: 2, stopped: 5 };
  const steps = [await api.updateStep({ params: { step: step.id }, body: { ...step, ...ended } })];
  await api.updateStage({ params: { stage: stage.id }, body: { ...stage, ...ended, steps } });
});
afterAll(() => server.stop());

const run = (args: string[], env: Record<string, string> = {}) =>
  execa(process.execPath, [program, 'why', ...args], {
    reject: false,
    // Outside of a git folder.
    cwd: tmpdir(),
    env: { MILLRACE_SERVER: server.url, MILLRACE_TOKEN: token, DRONE_TOKEN: '', ...env },
  });

it('prints why a build failed', async () => {
  const { exitCode, stdout } = await run(['1', '--repo', 'ada/project']);
  expect(exitCode).toBe(0);
  const blocks = stdout.replaceAll(/\b[0-9a-f]{8}\b/g, 'COMMIT').split('\n\n');
  expect(blocks[0]).toMatch(/^ada\/project #1: failure \d+ minutes? ago\npush · main · COMMIT /);
  expect(blocks[0]).toContain(`${server.url}/ada/project/1`);
  expect(blocks.slice(1)).toEqual([
    'first › greet: exit code 2\n  new: it did not fail before',
    [
      '    1 │ + make',
      '    2 │ compiling',
      '  > 3 │ Error: the wheel is stuck',
      '    4 │ bye',
    ].join('\n'),
    '  replay it here: millrace exec --build 1 --stage 1 --step 1',
    'A restart of the failed stages runs:\n  first\n  second',
  ]);
});

it('prints why a build has not finished, and who canceled it', async () => {
  const call = (method: string, path: string) =>
    fetch(`${server.url}/api/repos/ada/project/builds${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
  await call('POST', '');
  const open = await run(['2', '--repo', 'ada/project']);
  expect(open.stdout).toMatch(
    /pending\n.*\n.*\nThe build is not finished\.\n {2}second waits: stages that it depends on have not finished$/,
  );
  await call('DELETE', '/2');
  const canceled = await run(['2', '--repo', 'ada/project']);
  expect(canceled.stdout).toMatch(/killed \d+ minutes? ago\n.*\n.*\nCanceled by ada\.$/);
});

it('prints JSON', async () => {
  const { stdout } = await run(['#1', '--repo', 'ada/project', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ repo: 'ada/project', build: 1, status: 'failure' });
});

it.each([
  [
    'without a token',
    ['1', '--repo', 'ada/project'],
    { MILLRACE_TOKEN: '' },
    /^Set MILLRACE_TOKEN/,
  ],
  ['for an unknown build', ['9', '--repo', 'ada/project'], {}, /builds\/9\/answer answered 404/],
  ['for a word', ['last', '--repo', 'ada/project'], {}, /^BUILD must be the number of a build/],
  [
    'for a wrong name',
    ['1', '--repo', 'project'],
    {},
    /^The repository must be NAMESPACE\/NAME, not "project"/,
  ],
  ['outside of a git folder', ['1'], {}, /^Name the repository/],
  [
    'for a branch without builds',
    ['--repo', 'ada/none'],
    {},
    /answered 404: Not Found\. Is there a build of main in ada\/none\?/,
  ],
  [
    'without a server',
    ['1', '--repo', 'ada/project'],
    { MILLRACE_SERVER: '' },
    /^Set MILLRACE_SERVER/,
  ],
])('ends with exit code 1 %s', async (_, args, env, message) => {
  const { exitCode, stderr } = await run(args, env);
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringMatching(message) });
});
