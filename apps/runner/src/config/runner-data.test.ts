import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunnerId } from '@millrace/contract/runner';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { openRunnerData } from './runner-data.ts';

it('creates a permanent id for the folder, and a new one for each start', async () => {
  const path = join(await temporaryDirectory(), 'data');
  const first = await openRunnerData(path);
  first.release();
  const second = await openRunnerData(path);
  second.release();
  expect([first, second].map(({ runner }) => isRunnerId(runner))).toEqual([true, true]);
  expect(second.runner).not.toBe(first.runner);
  expect(second.runner.split('.')[0]).toBe(first.runner.split('.')[0]);
});

it('allows one runner per folder', async () => {
  const path = await temporaryDirectory();
  const data = await openRunnerData(path);
  await expect(openRunnerData(path)).rejects.toThrow('Another Millrace runner uses the folder');
  data.release();
  (await openRunnerData(path)).release();
});

it('reports a folder that cannot be written', async () => {
  const file = join(await temporaryDirectory(), 'file');
  await writeFile(file, '');
  for (const path of [join(file, 'data'), '/proc/millrace/data']) {
    await expect(openRunnerData(path)).rejects.toThrow('MILLRACE_RUNNER_DATA');
  }
});
