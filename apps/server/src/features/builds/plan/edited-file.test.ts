import { expect, it } from 'vitest';
import type { BuildRequest } from '../../../builds/build-request.ts';
import type { Repo } from '../../../domain/repo.ts';
import { EditedFile } from './edited-file.ts';

const repo = {} as Repo;
const request = { event: 'push' } as BuildRequest;

function open(maxMs: number) {
  const converted: BuildRequest[] = [];
  const deps = {
    configReader: {
      convertText: async (_: Repo, asked: BuildRequest) => {
        converted.push(asked);
        return `converted ${converted.length}`;
      },
    },
    ports: { isConvertedPerBuild: () => true },
  };
  return { file: new EditedFile(deps, repo, 'script', maxMs), converted };
}

it('converts a script for each build, apart from the scripts of builds', async () => {
  const { file, converted } = open(600_000);
  expect(await file.convert(request)).toEqual({ text: 0, error: '' });
  expect(await file.convert(request)).toEqual({ text: 1, error: '' });
  expect(file.texts).toEqual(['converted 1', 'converted 2']);
  expect(converted).toEqual([
    { event: 'push', isDryRun: true },
    { event: 'push', isDryRun: true },
  ]);
});

it('begins no conversion after its time', async () => {
  const { file, converted } = open(-1);
  expect(file.isOverTime).toBe(true);
  const { error } = await file.convert(request);
  expect(error).toBe('Scripts and templates took longer than 10 seconds for all builds');
  expect(converted).toEqual([]);
});
