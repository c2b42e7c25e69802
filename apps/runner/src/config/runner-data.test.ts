import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunnerId } from '@millrace/contract/runner';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { openRunnerData } from './runner-data.ts';

it('names the folder for good, and each start anew', async () => {
  const path = join(await temporaryDirectory(), 'data');
  const first = await openRunnerData(path);
  first.release();
  const second = await openRunnerData(path);
  second.release();
  expect([first, second].map(({ runner }) => isRunnerId(runner))).toEqual([true, true]);
  expect(second.runner).not.toBe(first.runner);
  expect(second.runner.split('.')[0]).toBe(first.runner.split('.')[0]);
});

it('has room for one runner', async () => {
  const path = await temporaryDirectory();
  const data = await openRunnerData(path);
  await expect(openRunnerData(path)).rejects.toThrow('Another Millrace runner uses the folder');
  data.release();
  (await openRunnerData(path)).release();
});

it('says that it cannot be written', async () => {
  const file = join(await temporaryDirectory(), 'file');
  await writeFile(file, '');
  for (const path of [join(file, 'data'), '/proc/millrace/data']) {
    await expect(openRunnerData(path)).rejects.toThrow('MILLRACE_RUNNER_DATA');
  }
});
