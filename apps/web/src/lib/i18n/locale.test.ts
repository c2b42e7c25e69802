import { expect, test } from 'vitest';
import { chooseLocale } from './locale.ts';

test.each([
  [null, ['zh-TW', 'en'], 'zh-CN'],
  [null, ['de-DE', 'en-GB', 'zh'], 'en'],
  [null, ['de-DE', 'zh-CN'], 'zh-CN'],
  [null, ['de-DE'], 'en'],
  ['zh-CN', ['en'], 'zh-CN'],
  ['nonsense', ['zh'], 'zh-CN'],
] as const)('remembered %o, browser %o: %s', (stored, preferred, locale) => {
  expect(chooseLocale(stored, preferred)).toBe(locale);
});
