import { expect, it } from 'vitest';
import { proxyVariables } from './proxy-variables.ts';

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
