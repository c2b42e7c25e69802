import { expect, test } from 'vitest';
import { readPlace } from './page-place.ts';

test.each([
  ['/octo/hello', 'octo/hello', null],
  ['/octo/hello/settings/secrets', 'octo/hello', null],
  ['/octo/hello/12', 'octo/hello', 12],
  ['/octo/hello/12/1/2', 'octo/hello', 12],
  ['/octo/a%20b/7', 'octo/a b', 7],
  ['/octo/%zz', 'octo/%zz', null],
])('%s shows %s, build %s', (pathname, slug, build) => {
  expect(readPlace(pathname)).toMatchObject({ slug, build });
});

test.each(['/', '/account', '/builds-feed', '/settings/users', '/login/form'])(
  '%s shows no repository',
  (pathname) => expect(readPlace(pathname)).toBeNull(),
);
