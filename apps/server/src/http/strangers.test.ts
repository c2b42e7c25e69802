import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { serverOfFile } from '../../testing/server-of-file.ts';
import { pushSampleRepo } from '../../testing/test-server.ts';

const server = await serverOfFile();
await server.addUser('ada');
await pushSampleRepo(server, 'ada');

/** Sends the headers of a call without its body. Resolves with the status line of the response. */
async function callWithoutBody(call: string, size = 1_000_000): Promise<string> {
  const { port, hostname } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(`${call} HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n`);
  socket.write(`content-length: ${size}\r\n\r\n`);
  const [line = ''] = await new Promise<string[]>((resolve) => {
    socket.once('data', (chunk) => resolve(String(chunk).split('\r\n')));
  });
  socket.destroy();
  return line;
}

it.each([
  ['POST /api/user/repos', 401],
  ['POST /api/user/token', 401],
  ['PATCH /api/repos/ada/project', 401],
  ['POST /api/repos/ada/project/builds', 401],
  ['POST /api/repos/ada/unknown/secrets', 401],
  ['POST /api/users', 401],
  ['POST /api/secrets/ada', 401],
  ['POST /api/user/repos?access_token=wrong', 401],
  ['POST /api/nowhere', 404],
  ['POST /nowhere', 404],
  ['PUT /version', 404],
  ['POST /rpc/v2/ping', 403],
  ['POST /rpc/v2/nowhere', 403],
  ['POST /login', 413],
  ['POST /logout', 413],
])('rejects a guest before the body of %s arrives', async (call, status) => {
  expect(await callWithoutBody(call)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});
