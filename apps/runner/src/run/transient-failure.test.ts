import { expect, it } from 'vitest';
import { TransientFailure } from './transient-failure.ts';

function isTransient(output: string): boolean {
  const failure = new TransientFailure();
  for (const byte of Buffer.from(output)) failure.read(Uint8Array.of(byte));
  return failure.isLikely;
}
const access = "fatal: unable to access 'http://git.example.com/a/b.git/': ";

it.each([
  `${access}Failed to connect to git.example.com port 80 after 2 ms: Couldn't connect to server`,
  `${access}Could not resolve host: git.example.com`,
  `${access}Empty reply from server`,
  `${access}The requested URL returned error: 503`,
  `${access}Recv failure: Connection reset by peer`,
  `${access}Operation timed out after 300000 milliseconds with 0 bytes received`,
  'error: RPC failed; HTTP 502 curl 22 The requested URL returned error: 502',
  'fatal: early EOF',
  `ssh: connect to host git.example.com port 22: Connection refused`,
])('is transient: %s', (output) => {
  expect(isTransient(`+ git fetch origin\n${output}\n`)).toBe(true);
});

it.each([
  `${access}The requested URL returned error: 403`,
  "fatal: repository 'http://git.example.com/a/b.git/' not found",
  "fatal: Authentication failed for 'http://git.example.com/a/b.git/'",
  "fatal: could not read Username for 'http://git.example.com': terminal prompts disabled",
  "fatal: couldn't find remote ref refs/heads/gone",
  'fatal: remote error: upload-pack: not our ref c0ffee',
  'error: RPC failed; HTTP 403 curl 22\nfatal: the remote end hung up unexpectedly',
  "error: pathspec 'c0ffee' did not match any file(s) known to git",
  'fatal: unable to write file: No space left on device',
])('is permanent: %s', (output) => {
  expect(isTransient(`+ git fetch origin\n${output}\n`)).toBe(false);
});
