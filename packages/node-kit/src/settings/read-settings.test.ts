import { expect, it } from 'vitest';
import { defineSettings } from './define-settings.ts';
import { readSetting, readSettings } from './read-settings.ts';

const rows = defineSettings({
  text: { name: 'TEXT', kind: 'text', format: { pattern: /^[a-z]+$/, expected: 'letters' } },
  exact: { name: 'EXACT', kind: 'exact' },
  whole: { name: 'WHOLE', kind: 'whole', default: 2, min: 0, max: 10 },
  number: { name: 'NUMBER', kind: 'number', min: 0, max: 10 },
  waitMs: { name: 'WAIT_SEC', kind: 'seconds', default: 30, min: 1, max: 60 },
  bytes: { name: 'SIZE_MB', kind: 'megabytes', default: 5, min: 0, max: 10 },
  choice: { name: 'CHOICE', kind: 'choice', choices: ['on', 'off'], default: 'off' },
  url: { name: 'URL', kind: 'url' },
  base: { name: 'BASE', kind: 'base' },
  list: { name: 'LIST', kind: 'list', default: 'a,b' },
  networks: { name: 'NETWORKS', kind: 'networks' },
  certificates: { name: 'CERTIFICATES', kind: 'certificates' },
});

it('reads defaults', () => {
  expect(readSettings({ TEXT: ' ', WHOLE: '' }, rows)).toEqual({
    whole: 2,
    waitMs: 30_000,
    bytes: 5_000_000,
    choice: 'off',
    list: ['a', 'b'],
    networks: [],
  });
});

it('reads values', () => {
  const env = {
    TEXT: ' abc\n',
    EXACT: ' abc\n',
    NUMBER: '1.5',
    URL: 'https://example.com/a/',
    BASE: 'HTTPS://example.com:443',
    LIST: ' c,,d ',
    NETWORKS: '10.0.0.0/8, ::1',
  };
  expect(readSettings(env, rows)).toMatchObject({
    text: 'abc',
    exact: ' abc\n',
    number: 1.5,
    url: 'https://example.com/a',
    base: 'https://example.com',
    list: ['c', 'd'],
    networks: ['10.0.0.0/8', '::1'],
  });
});

it.each([
  ['text', '1', 'TEXT must be letters, not "1".'],
  ['whole', '1.5', 'WHOLE must be a whole number from 0 to 10, not "1.5".'],
  ['whole', '11', 'WHOLE must be a whole number from 0 to 10, not "11".'],
  ['number', ' ', 'NUMBER must be a number from 0 to 10, not " ".'],
  ['choice', 'maybe', 'CHOICE must be on or off, not "maybe".'],
  ['url', 'example.com', 'URL must be an http or https address, not "example.com".'],
  ['base', 'https://a/?b', 'BASE must be an address with at most a path of letters'],
  ['base', 'https://a/b c', 'BASE must be an address with at most a path of letters'],
  ['base', 'https://a//b', 'BASE must be an address with at most a path of letters'],
  ['base', 'https://a:b@c/d', 'BASE must be an address with at most a path of letters'],
  ['networks', '10.0.0.0/33', '"10.0.0.0/33" is none.'],
  ['certificates', '/does/not/exist', 'CERTIFICATES cannot be read: '],
] as const)('rejects %s %j', (key, value, message) => {
  const row = rows[key];
  expect(() => readSetting({ [row.name]: value }, row)).toThrow(message);
});
