import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { readFollowingLinks } from './follow-links.ts';

const file = 'kind: pipeline\nname: default\n';
const links: Record<string, string> = {
  '.drone.yml': 'ci/drone.yml',
  'ci/drone.yml': '../shared/pipeline.yml',
  'outside.yml': '../../etc/passwd',
  'absolute.yml': '/etc/passwd',
  'loop.yml': 'loop.yml',
  'gone.yml': 'ci/gone.yml',
};
const files: Record<string, string> = { 'shared/pipeline.yml': file, 'word.yml': 'ci/drone.yml' };

function read(path: string) {
  const listed: string[] = [];
  const text = readFollowingLinks(
    {
      readFile: async (target) => links[target] ?? files[target] ?? null,
      listFolder: async (folder) => {
        listed.push(folder);
        const names = Object.keys(files).filter((name) => posix.dirname(name) === (folder || '.'));
        return { files: names.map((name) => posix.basename(name)), isComplete: true };
      },
    },
    path,
  );
  return { text, listed };
}

it.each([
  ['a link to a link', '.drone.yml', file],
  ['a link out of the repository', 'outside.yml', null],
  ['a link to itself', 'loop.yml', null],
  ['a link to nothing', 'gone.yml', null],
  ['a file that looks like a link', 'word.yml', 'ci/drone.yml'],
  ['an absolute link', 'absolute.yml', '/etc/passwd'],
])('reads %s', async (_, path, text) => {
  expect(await read(path).text).toBe(text);
});

it('makes no further call for a usual file', async () => {
  const { text, listed } = read('shared/pipeline.yml');
  expect(await text).toBe(file);
  expect(listed).toEqual([]);
});
