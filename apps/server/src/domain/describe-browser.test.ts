import { expect, it } from 'vitest';
import { describeBrowser } from './describe-browser.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
  [`${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome, Windows'],
  [`${windows} ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge, Windows'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 'Safari, macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile Safari/604.1',
    'Chrome, iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    'Chrome, Android',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['x'.repeat(500), 'x'.repeat(60)],
  [undefined, ''],
])('describes %s', (userAgent, expected) => {
  expect(describeBrowser(userAgent)).toBe(expected);
});
