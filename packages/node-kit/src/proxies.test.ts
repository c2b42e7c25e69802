import { expect, it } from 'vitest';
import { readProxies } from './proxies.ts';
import { StartError } from './start-error.ts';

const direct = 'localhost,127.0.0.1,::1,[::1]';

it.each([
  [{}, undefined],
  [{ HTTP_PROXY: '', NO_PROXY: 'example.com' }, undefined],
  [{ HTTP_PROXY: 'http://proxy:3128' }, { http_proxy: 'http://proxy:3128', no_proxy: direct }],
  [
    { https_proxy: 'http://ada:secret@proxy:3128', HTTPS_PROXY: 'http://other' },
    { https_proxy: 'http://ada:secret@proxy:3128', no_proxy: direct },
  ],
  [
    { HTTP_PROXY: 'proxy:3128', NO_PROXY: '.example.com,10.0.0.7' },
    { http_proxy: 'http://proxy:3128', no_proxy: `${direct},.example.com,10.0.0.7` },
  ],
])('reads %j', (env, proxies) => {
  expect(readProxies(env)).toEqual(proxies);
});

it.each(['socks5://proxy', 'http://', 'a b'])('rejects %j without printing it', (address) => {
  const read = () => readProxies({ HTTPS_PROXY: address });
  expect(read).toThrow(StartError);
  expect(read).toThrow(/^HTTPS_PROXY must be the http address of a proxy\.$/);
});
