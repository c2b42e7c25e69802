import { expect, it } from 'vitest';
import { isReservedName, namespaceOf, pageSlug } from './reserved-names.ts';

it.each([
  ['octo/hello', 'octo/hello'],
  ['octo/api', 'octo/api'],
  ['api/hello', '~api/hello'],
  ['Settings/users', '~Settings/users'],
])('the pages of %s are below /%s', (slug, path) => {
  expect(pageSlug(slug)).toBe(path);
  expect(namespaceOf(path.split('/')[0] ?? '')).toBe(slug.split('/')[0]);
});

it.each(['api', 'API', 'login', 'healthz', 'docs', 'settings'])('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true);
});

it.each(['admin', 'octo', 'apis', ''])('%s is not reserved', (name) => {
  expect(isReservedName(name)).toBe(false);
});
