import { expect, test } from 'vitest';
import { toHttpUrl, toImageUrl } from './safe-url.ts';

const page = 'https://ci.example/octo/hello';

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['http://a.example/', 'http://a.example/'],
  ['javascript:alert(1)', null],
  [' JavaScript:alert(1)', null],
  ['data:text/html,x', null],
  ['/relative', null],
  ['', null],
  [undefined, null],
])('validates a link to %s', (url, safe) => expect(toHttpUrl(url)).toBe(safe));

test.each([
  ['https://a.example/x.png', 'https://a.example/x.png'],
  ['/avatars/7', 'https://ci.example/avatars/7'],
  ['data:image/png;base64,AA', 'data:image/png;base64,AA'],
  ['data:text/html,x', null],
  ['java\tscript:alert(1)', null],
  ['http://[', null],
  ['', null],
])('validates an image at %s', (url, safe) => expect(toImageUrl(url, page)).toBe(safe));
