import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { defaultStageSettings } from '../plan/stage-settings.ts';
import { readRunnerConfig } from './runner-config.ts';

const needed = { MILLRACE_SERVER: 'https://ci.example.com/', MILLRACE_RPC_SECRET: 'shared' };

it('has defaults for everything except the server and the secret', () => {
  expect(readRunnerConfig(needed)).toEqual({
    server: 'https://ci.example.com',
    secret: 'shared',
    token: undefined,
    name: hostname(),
    capacity: 2,
    labels: {},
    dataDir: resolve('.millrace-runner'),
    maxLogBytes: 50_000_000,
    cloneRetries: 4,
    cleanUpSec: 300,
    stages: defaultStageSettings,
    logLevel: 'warn',
    execUser: undefined,
    execView: 'private',
  });
});

it('accepts a secret read from a file, with a trailing line break', () => {
  expect(readRunnerConfig({ ...needed, MILLRACE_RPC_SECRET: 'shared\n' }).secret).toBe('shared');
});

it('reads labels', () => {
  const labels = ' gpu : yes,url:http://a:1,,empty:';
  expect(readRunnerConfig({ ...needed, MILLRACE_RUNNER_LABELS: labels }).labels).toEqual({
    gpu: 'yes',
    url: 'http://a:1',
    empty: '',
  });
});

it.each([
  ['MILLRACE_SERVER', undefined],
  ['MILLRACE_SERVER', 'ci.example.com'],
  ['MILLRACE_RPC_SECRET', 'two\nlines'],
  ['MILLRACE_RUNNER_CAPACITY', '0'],
  ['MILLRACE_RUNNER_CAPACITY', '2.5'],
  ['MILLRACE_RUNNER_LABELS', 'gpu'],
  ['MILLRACE_LOG_LEVEL', 'loud'],
  ['MILLRACE_EXEC_VIEW', 'none'],
])('rejects %s=%s and names it', (name, value) => {
  expect(() => readRunnerConfig({ ...needed, [name]: value })).toThrow(name);
});
