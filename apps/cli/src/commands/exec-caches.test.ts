import { appendFile, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ExecTree, execPipeline } from '../../testing/exec-tree.ts';

let tree: ExecTree;
beforeEach(async () => {
  tree = await ExecTree.create();
});
afterEach(() => tree.remove());

/** A step that adds the lock file to a cached folder, and shows what was there. */
function cached(more = ''): string {
  const caches = `[{ key: 'npm-{{ checksum "lock" }}', paths: [packages]${more} }]`;
  const commands = '["ls packages || true", "mkdir -p packages", "cp lock packages/$(cat lock)"]';
  return execPipeline(`  - { name: work, commands: ${commands}, cache: ${caches} }\n`);
}

async function notes(args: string[] = [], env: Record<string, string> = {}): Promise<string[]> {
  const { stdout, stderr, exitCode } = await tree.exec(args, env);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return stdout
    .split('\n')
    .filter((line) => line.includes('[millrace]'))
    .map((line) => line.replace(/^.*\[millrace\] /, '').replace(/[0-9a-f]{64}/, 'SUM'));
}

/** Lists the files of all repositories' caches. */
async function files(ending: string): Promise<string[]> {
  const folder = join(tree.env.XDG_CACHE_HOME ?? '', 'millrace', 'caches');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

const missed = 'Cache npm-SUM not found: no build has stored it';
const stored = expect.stringMatching(/^Cache npm-SUM stored: \d+ bytes in/);
const restored = expect.stringMatching(/^Cache npm-SUM restored from branch\/main: \d+ bytes in/);

describe('caches of millrace exec', () => {
  it('are restored by the next run of this repository', async () => {
    await tree.commit({ '.drone.yml': cached(), lock: 'a' });
    expect(await notes()).toEqual([missed, stored]);
    const { stdout } = await tree.exec([]);
    expect(stdout).toContain('work | a\n');
    expect(await notes()).toEqual([restored]);
    await tree.git('checkout', '--quiet', '-b', 'side');
    await tree.git('remote', 'add', 'origin', 'https://git.example.com/octo/cat.git');
    expect(await notes()).toEqual([missed, stored]);
  });

  it('are found by restore keys, and a miss has the reason that it has on a server', async () => {
    await tree.commit({ '.drone.yml': cached(), lock: 'a' });
    await notes();
    await tree.write({ lock: 'b', '.drone.yml': cached(', restore_keys: [npm-]') });
    expect(await notes()).toEqual([
      expect.stringMatching(/^Cache npm-SUM not found; npm-\w+ restored from branch\/main/),
      stored,
    ]);
    await tree.write({ '.drone.yml': cached().replace('[packages]', '[packages, other]') });
    expect(await notes()).toEqual([
      'Cache npm-SUM not found: it was stored for other paths',
      'other not found, the cache is without it',
      stored,
    ]);
    await tree.git('checkout', '--quiet', '-b', 'side');
    await tree.write({ lock: 'c', '.drone.yml': cached() });
    await notes();
    await tree.git('checkout', '--quiet', 'main');
    expect(await notes()).toEqual([
      'Cache npm-SUM not found: only another branch or pull request has it',
      stored,
    ]);
  });

  it('are deleted if they are damaged', async () => {
    await tree.commit({ '.drone.yml': cached(), lock: 'a' });
    await notes();
    for (const path of await files('.zst')) await appendFile(path, 'x');
    expect(await notes()).toEqual(['Cache npm-SUM is damaged and was deleted', missed, stored]);
    expect(await notes()).toEqual([restored]);
    for (const path of await files('.json')) await appendFile(path, 'x');
    expect(await notes()).toEqual([missed, stored]);
  });

  it('are turned off by --no-cache', async () => {
    await tree.commit({ '.drone.yml': cached(), lock: 'a' });
    expect(await notes(['--no-cache'])).toEqual([
      'A cache was not restored: the server refused: caches are turned off',
    ]);
    expect(await files('')).toEqual([]);
  });

  it('are limited: those that were not used for the longest time are deleted', async () => {
    const random = cached().replace('cp lock', 'head -c 400000 /dev/urandom > packages/r; cp lock');
    await tree.commit({ '.drone.yml': random, lock: 'a' });
    const env = { MILLRACE_CACHE_REPO_MB: '1' };
    await notes([], env);
    await tree.write({ lock: 'b' });
    await notes([], env);
    await tree.write({ lock: 'a' });
    expect(await notes([], env)).toEqual([expect.stringContaining('restored')]);
    await tree.write({ lock: 'c' });
    await notes([], env);
    expect(await files('.zst')).toHaveLength(2);
    expect(await notes([], env)).toEqual([expect.stringContaining('restored')]);
    await tree.write({ lock: 'b' });
    expect(await notes([], { MILLRACE_CACHE_ENTRY_MB: '0' })).toEqual([
      missed,
      'A cache was not stored: It has more than 0 bytes',
    ]);
    for (const path of await files('')) await utimes(path, 1, 1);
    expect(await notes()).toEqual([missed, expect.stringContaining('stored')]);
    expect(await files('.zst')).toHaveLength(1);
  });

  it('may be stored by several runs at once', async () => {
    await tree.commit({ '.drone.yml': cached(), lock: 'a' });
    await Promise.all(Array.from({ length: 4 }, () => tree.start([])));
    expect(await files('.json')).toHaveLength(1);
    expect(await notes()).toEqual([restored]);
  });
});
