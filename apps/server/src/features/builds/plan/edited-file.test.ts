import { expect, it, onTestFinished, vi } from 'vitest';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Repo } from '../../../domain/repo.ts';
import { EditedFile } from './edited-file.ts';

const repo = {} as Repo;
const request = { event: 'push' } as BuildRequest;

/** @param scriptMs processor time of the scripts of each conversion */
function open(scriptMs: number) {
  const converted: BuildRequest[] = [];
  const deps = {
    configReader: {
      convertText: async (
        _: Repo,
        asked: BuildRequest,
        _text: string,
        addScriptMs?: (usedMs: number) => void,
      ) => {
        converted.push(asked);
        addScriptMs?.(scriptMs);
        return `converted ${converted.length}`;
      },
    },
    fileHandlers: { isConvertedPerBuild: () => true },
    audience: 'account' as const,
  };
  return { file: new EditedFile(deps, repo, 'script'), converted };
}

it('converts a script for each build, apart from the scripts of builds', async () => {
  const { file, converted } = open(100);
  expect(await file.convert(request)).toEqual({ text: 0, error: '' });
  expect(await file.convert(request)).toEqual({ text: 1, error: '' });
  expect(file.texts).toEqual(['converted 1', 'converted 2']);
  expect(converted).toEqual([
    { event: 'push', dryRunFor: 'account' },
    { event: 'push', dryRunFor: 'account' },
  ]);
});

const tooSlow = 'Scripts and templates need more than 10 seconds of processor time for all builds';

it('begins no conversion after its scripts have used their time', async () => {
  const { file, converted } = open(6000);
  await file.convert(request);
  expect(file.isOverTime).toBe(false);
  await file.convert(request);
  expect(file.isOverTime).toBe(true);
  expect((await file.convert(request)).error).toBe(tooSlow);
  expect(converted).toHaveLength(2);
});

it('does not count the time in which it waits for the scripts of others, up to a limit', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { file } = open(100);
  vi.advanceTimersByTime(60_000);
  expect((await file.convert(request)).error).toBe('');
  vi.advanceTimersByTime(200_000);
  expect((await file.convert(request)).error).toBe(tooSlow);
});
