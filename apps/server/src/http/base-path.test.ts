import { describe, expect, it } from 'vitest';
import { removeBasePath } from './base-path.ts';

const removed = { 'x-forwarded-prefix': '/ci' };

describe('removeBasePath', () => {
  it.each([
    ['/ci', '/'],
    ['/ci/', '/'],
    ['/ci?a=b', '/?a=b'],
    ['/ci/octo/hello?a=/ci/', '/octo/hello?a=/ci/'],
    ['/ci/ci/hello', '/ci/hello'],
    ['/ci//host', '//host'],
    // Without the path, as health checks call.
    ['/healthz', '/healthz'],
    ['/cider/hello', '/cider/hello'],
    ['/octo/ci/', '/octo/ci/'],
  ])('reads %s as %s', (url, expected) => {
    expect(removeBasePath({ url, headers: {} }, '/ci')).toBe(expected);
  });

  it.each(['/', '/ci/hello', '/octo/hello'])('leaves %s if a proxy has removed it', (url) => {
    expect(removeBasePath({ url, headers: removed }, '/ci')).toBe(url);
  });

  it('ignores another path of a proxy', () => {
    const headers = { 'x-forwarded-prefix': '/other' };
    expect(removeBasePath({ url: '/ci/octo', headers }, '/ci')).toBe('/octo');
  });
});
