import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { LocalArtifacts } from './local-artifacts.ts';

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const isBuild = (stage: string) => stage === 'build';
  const artifacts = new LocalArtifacts({ folder, runsHere: isBuild, isTaken: isBuild });
  const add = (stage: string, step: number, content: string, isLink = false) =>
    artifacts.add(
      { stage, step, path: 'a', isExecutable: false, isLink },
      { size: content.length, read: () => Readable.from([Buffer.from(content)]) },
    );
  return { artifacts, add };
}

it('gives the artifacts of a stage by step', async () => {
  const { artifacts, add } = await setUp();
  await add('build', 2, 'second');
  await add('build', 1, 'b', true);
  await add('other', 1, 'not taken');
  const [link, file] = await artifacts.list('build');
  expect([link, file]).toMatchObject([
    { size: 1, linkTarget: 'b' },
    { size: 6, linkTarget: null },
  ]);
  const { read } = await artifacts.load(file?.id ?? -1);
  expect(await text(Readable.from(read()))).toBe('second');
});

it('refuses a stage that does not run here', async () => {
  const { artifacts } = await setUp();
  await expect(artifacts.list('test')).rejects.toThrow('the stage does not run here');
  await expect(artifacts.load(7)).rejects.toThrow('There is no such artifact');
});
