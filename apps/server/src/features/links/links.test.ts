import { afterEach, expect, it, vi } from 'vitest';
import { serverOfFile } from '../../../testing/server-of-file.ts';
import { bearer, pushSampleRepo } from '../../../testing/test-server.ts';

const server = await serverOfFile();
const ada = await server.addUser('ada');
await pushSampleRepo(server, 'ada');
afterEach(() => void vi.restoreAllMocks());

const ask = async (url: string, headers: Record<string, string> = bearer(ada)) => {
  const answer = await server.app.inject({ method: 'GET', url: `/link/${url}`, headers });
  return [answer.statusCode, answer.headers.location ?? answer.body];
};

it.each([
  'tree/main',
  'tree/refs/heads/main',
  'src/main/README.md',
  'commit/abcdef12',
  'file/abcdef12/a.ts',
])('redirects %s to the UI if the forge has no pages', async (path) => {
  expect(await ask(`ada/project/${path}`)).toEqual([303, '/ada/project']);
});

it('redirects to the pages of the forge', async () => {
  const { forge } = server.core;
  vi.spyOn(forge, 'commitUrl').mockReturnValue('https://forge.example/commit');
  const treeUrl = vi.spyOn(forge, 'treeUrl').mockReturnValue('https://forge.example/tree');
  expect(await ask('ada/project/commit/abcdef12')).toEqual([303, 'https://forge.example/commit']);
  expect(await ask('ada/project/tree/feature/x')).toEqual([303, 'https://forge.example/tree']);
  expect(treeUrl.mock.lastCall).toEqual([
    expect.objectContaining({ slug: 'ada/project' }),
    'feature/x',
  ]);
  const fileUrl = vi.spyOn(forge, 'fileUrl').mockReturnValue('https://forge.example/file');
  expect(await ask('ada/project/file/abcdef12/src/a%20b.ts?line=12')).toEqual([
    303,
    'https://forge.example/file',
  ]);
  expect(fileUrl.mock.lastCall?.[1]).toEqual({ sha: 'abcdef12', path: 'src/a b.ts', line: 12 });
});

it('answers 404 for unknown links, and without read access', async () => {
  const notFound = [404, 'Not Found\n'];
  const stranger = await server.addUser('stranger');
  expect(await ask('ada/nothing/tree/main')).toEqual(notFound);
  expect(await ask('ada/project/commit/..%2F..')).toEqual(notFound);
  expect(await ask('ada/project/file/main/a.ts')).toEqual(notFound);
  expect(await ask('ada/project/file/abcdef12/a.ts?line=x')).toEqual(notFound);
  expect(await ask('ada/project/tree/main', {})).toEqual(notFound);
  expect(await ask('ada/project/tree/main', bearer(stranger))).toEqual(notFound);
});
