import { expect, it } from 'vitest';
import { readExtensions } from './extension-settings.ts';

const secret = { MILLRACE_CONVERT_PLUGIN_SECRET: 'shared' };
const read = (env: Record<string, string>) => readExtensions({ ...secret, ...env }).convert;

it('reads several extensions, each with its repositories', () => {
  const text = 'acme/*=https://a.example.com/convert?v=1, http://b:3000';
  expect(read({ MILLRACE_CONVERT_PLUGIN_ENDPOINT: text }).endpoints).toEqual([
    { url: 'https://a.example.com/convert?v=1', repos: 'acme/*', secret: 'shared' },
    { url: 'http://b:3000', repos: undefined, secret: 'shared' },
  ]);
});

it.each([
  ['one', ['one', 'one']],
  ['one, two', ['one', 'two']],
  ['a,b,c', ['a,b,c', 'a,b,c']],
])('reads the secrets %j of two extensions', (secrets, expected) => {
  const { endpoints } = read({
    MILLRACE_CONVERT_PLUGIN_ENDPOINT: 'http://a,http://b',
    MILLRACE_CONVERT_PLUGIN_SECRET: secrets,
  });
  expect(endpoints.map(({ secret }) => secret)).toEqual(expected);
});

it.each([
  ['5', 5],
  ['90s', 90],
  ['2m', 120],
])('reads the time limit %s', (text, seconds) => {
  expect(read({ MILLRACE_CONVERT_PLUGIN_TIMEOUT: text }).timeoutMs).toBe(seconds * 1000);
});

it.each([
  ['MILLRACE_CONVERT_PLUGIN_ENDPOINT', 'convert:3000'],
  ['MILLRACE_CONVERT_PLUGIN_ENDPOINT', 'https://ada:pass@example.com'],
  ['MILLRACE_CONVERT_PLUGIN_ENDPOINT', 'acme/*'],
  ['MILLRACE_CONVERT_PLUGIN_TIMEOUT', '0s'],
  ['MILLRACE_CONVERT_PLUGIN_TIMEOUT', '1h'],
  ['MILLRACE_CONVERT_PLUGIN_TIMEOUT', '11m'],
  ['MILLRACE_ADMISSION_PLUGIN_ENDPOINT', 'acme/*=http://a:3000'],
  ['MILLRACE_WEBHOOK_PLUGIN_ENDPOINT', 'http://a:3000'],
])('rejects %s=%s, and names the variable', (name, value) => {
  const env = { MILLRACE_ADMISSION_PLUGIN_SECRET: 'shared', [name]: value };
  expect(() => read(env)).toThrow(name);
});

it('never shows a password in an address', () => {
  const env = { MILLRACE_CONVERT_PLUGIN_ENDPOINT: 'https://ada:pass@example.com' };
  expect(() => read(env)).toThrow(/^(?!.*pass@)/s);
});
