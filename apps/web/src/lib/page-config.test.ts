// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readPageConfig } from './page-config.ts';

test('reads the config that the server embeds', () => {
  const config = { version: '1.2.3', signIn: { password: true, forge: false } };
  expect(readPageConfig(JSON.stringify(config))).toEqual(config);
});

test.each([undefined, '', 'not json', 'null', '{}'])('returns null for %o', (text) => {
  expect(readPageConfig(text)).toBeNull();
});
