import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { program } from '@millrace/test-support/program';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';

let url: string;
const answers: Record<string, [status: number, body: string]> = {
  '/api/repos/octo/refused/builds/1/replay': [404, '{"message":"Not Found","code":"not_found"}'],
  '/api/repos/octo/missing/builds/1/replay': [
    404,
    '{"message":"There is no build 1","code":"missing"}',
  ],
  '/api/repos/octo/other/builds/1/replay': [200, '<html>'],
};
const server = createServer(({ url: path = '' }, response) => {
  const [status, body] = answers[path] ?? [500, ''];
  response.writeHead(status).end(body);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const replay = (args: string[], env: Record<string, string>) =>
  execa(process.execPath, [program, 'exec', '--build', '1', ...args], {
    reject: false,
    env: { MILLRACE_SERVER: url, MILLRACE_TOKEN: '', DRONE_TOKEN: '', ...env },
  });

it.each([
  ['without a token', 'octo/refused', {}, /Set MILLRACE_TOKEN/],
  [
    'if the server refuses',
    'octo/refused',
    { MILLRACE_TOKEN: 'secret-token' },
    /answered 404: Not Found\. The token needs write permission/,
  ],
  [
    'if there is no such build',
    'octo/missing',
    { MILLRACE_TOKEN: 'secret-token' },
    /answered 404: There is no build 1\.$/,
  ],
  [
    'if it is no Millrace server',
    'octo/other',
    { DRONE_TOKEN: 'secret-token' },
    /not the answer of a server that can replay builds/,
  ],
  [
    'if the server does not answer',
    'octo/other',
    { MILLRACE_TOKEN: 'secret-token', MILLRACE_SERVER: 'http://127.0.0.1:1' },
    /does not answer: /,
  ],
])('ends with exit code 2 %s', async (_, repo, env, message) => {
  const { exitCode, stderr } = await replay(['--repo', repo], env);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(message) });
  expect(stderr).not.toContain('secret-token');
});
