import { expect, it } from 'vitest';
import { describeRequest } from './request-log.ts';

it.each([
  ['/api/stream?access_token=secret', '/api/stream?access_token=…'],
  [
    '/api/user/repos?latest=true&access_token=secret&x=1',
    '/api/user/repos?latest=true&access_token=…&x=1',
  ],
  ['/api/user?access%5Ftoken=secret&x=%', '/api/user?access%5Ftoken=…&x=%'],
  ['/api/user?%=1&access_token=a&access_token=b', '/api/user?%=1&access_token=…&access_token=…'],
  ['/hook?secret=a', '/hook?secret=…'],
  ['/login?code=secret&state=x', '/login?code=…&state=x'],
  ['/reports/secret/a/b.html?c=d', '/reports/…/a/b.html?c=d'],
  ['/%72eports/secret/a?code=e', '/%72eports/…/a?code=…'],
  ['/reports/secret?a=b/c', '/reports/…/c'],
  ['/octo/reports/1', '/octo/reports/1'],
  ['/api/user', '/api/user'],
])('logs %s as %s', (url, logged) => {
  expect(describeRequest({ method: 'GET', url, ip: '::1' }).url).toBe(logged);
});
