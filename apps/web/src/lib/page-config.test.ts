// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readPageConfig } from './page-config.ts';

test('reads what the server says about itself', () => {
  const config = { version: '1.2.3', signIn: { password: true, forge: false } };
  expect(readPageConfig(JSON.stringify(config))).toEqual(config);
});

test.each([undefined, '', 'not json', 'null', '{}'])('%o says nothing', (text) => {
  expect(readPageConfig(text)).toBeNull();
});
