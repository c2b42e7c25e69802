import { expect, it } from 'vitest';
import { readSourceFiles, TooManyFilesError } from './read-source-files.ts';

const repo = { configPath: '.drone.yml', configFolder: '.drone' };
const home = { id: 1, uid: '1', forge: 'fake', ownerId: 1, namespace: 'ada', name: 'project' };

/** Reads a commit with a folder of these files, and returns the maximum number of concurrent reads. */
async function read(files: string[], isComplete = true) {
  let reads = 0;
  let most = 0;
  const forge = {
    listFolder: async () => ({ files, isComplete }),
    readFile: async (_: unknown, __: string, path: string) => {
      reads++;
      most = Math.max(most, reads);
      await Promise.resolve();
      reads--;
      return path === '.drone.yml' ? null : `# ${path}\n`;
    },
  };
  return { text: await readSourceFiles(repo, { forge, home, sha: 'c0' }), most };
}

it('reads a few files at a time, in the order of their names', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `${String.fromCharCode(108 - at)}.yml`);
  const { text, most } = await read(names);
  expect(text?.match(/^# \..*/gm)).toEqual(names.toReversed().map((name) => `# .drone/${name}`));
  expect(most).toBe(5);
});

it('rejects a folder that the forge lists in part', async () => {
  await expect(read(['a.yml'], false)).rejects.toThrow(
    new TooManyFilesError('.drone: the folder has more files than the forge lists'),
  );
});
