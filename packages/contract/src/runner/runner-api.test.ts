import { expect, it } from 'vitest';
import { createRunnerApi, runnerCallNames } from './runner-api.ts';

it('makes every call of the table through one function', async () => {
  const sent: unknown[] = [];
  const api = createRunnerApi((name, input, signal) => {
    sent.push([name, input, signal]);
    return Promise.reject(new Error(`no answer to ${name}`));
  });
  const { signal } = new AbortController();
  const input = { params: { build: 7 }, query: {} };
  await expect(api.watchBuild(input, signal)).rejects.toThrow('no answer to watchBuild');
  expect(sent).toEqual([['watchBuild', input, signal]]);
  expect(Object.keys(api)).toEqual(runnerCallNames);
});
