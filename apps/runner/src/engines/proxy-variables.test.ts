import { expect, it } from 'vitest';
import { proxyPasswords, proxyVariables } from './proxy-variables.ts';

const here = 'localhost,127.0.0.1,::1';

it.each([
  [{}, {}],
  [{ NO_PROXY: 'example.com', HTTP_PROXY: '' }, {}],
  [
    { HTTP_PROXY: 'http://a', no_proxy: 'example.com' },
    {
      http_proxy: 'http://a',
      HTTP_PROXY: 'http://a',
      no_proxy: `${here},example.com`,
      NO_PROXY: `${here},example.com`,
    },
  ],
  [
    { https_proxy: 'http://b', HTTPS_PROXY: 'http://a', all_proxy: 'socks5://c' },
    {
      https_proxy: 'http://b',
      HTTPS_PROXY: 'http://b',
      all_proxy: 'socks5://c',
      ALL_PROXY: 'socks5://c',
      no_proxy: here,
      NO_PROXY: here,
    },
  ],
])('passes %j on', (env, variables) => {
  expect(proxyVariables(env)).toEqual(variables);
});

it.each([
  [{ HTTPS_PROXY: 'http://octo:p%40ss@proxy:3128' }, ['p%40ss', 'p@ss']],
  [{ http_proxy: 'octo:plain@proxy:3128' }, ['plain']],
  [{ ALL_PROXY: 'socks5://octo:a@b:c@proxy' }, ['a@b:c']],
  [{ HTTP_PROXY: 'http://octo:100%@proxy' }, ['100%']],
  [{ HTTP_PROXY: 'http://proxy:3128', NO_PROXY: 'a:b@c' }, []],
  [{ HTTP_PROXY: 'http://octo@proxy:3128' }, []],
])('finds the passwords in %j', (env, passwords) => {
  expect(proxyPasswords(env)).toEqual(passwords);
});
