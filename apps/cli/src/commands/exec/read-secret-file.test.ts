import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSecretFile } from './read-secret-file.ts';

let dir: string;
let path: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'millrace-secrets-'));
  path = join(dir, 'secrets');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function read(text: string) {
  await writeFile(path, text);
  return Object.fromEntries((await readSecretFile(path)).map(({ name, data }) => [name, data]));
}

it('reads values, also of several lines in quotes', async () => {
  const key = '-----BEGIN KEY-----\nabc=\n\ndef==\n-----END KEY-----\n';
  const text = `# Secrets\n\nTOKEN=a=b\nEMPTY=\nexport A=b\nKEY="${key}"\nOTHER='${key}' # comment\n  LAST = x`;
  expect(await read(text)).toEqual({
    TOKEN: 'a=b',
    EMPTY: '',
    A: 'b',
    KEY: key,
    OTHER: key,
    LAST: 'x',
  });
  expect(await read('A=1\r\nB="2\r\n3"\r\n')).toEqual({ A: '1', B: '2\n3' });
  expect(await read('')).toEqual({});
});

it.each([
  ['A=1\nKEY=-----BEGIN KEY-----\nabc\n-----END KEY-----\n', 3],
  ['A=1\n\nKEY="-----BEGIN KEY-----\nabc\n', 3],
  ['word\n', 1],
])('rejects lines that belong to no value, without showing them: %j', async (text, line) => {
  await expect(read(text)).rejects.toThrow(
    `${path}, line ${line}: expected NAME=value. Enclose a value of several lines in double quotes.`,
  );
});
