import { expect, test } from 'vitest';
import { parseRemembered } from './use-repo-filters.ts';

const defaults = { activeOnly: false, sort: 'activity', organization: '' };

test('restores stored filters', () => {
  const chosen = { activeOnly: true, sort: 'name', organization: 'octo' };
  expect(parseRemembered(JSON.stringify(chosen))).toEqual(chosen);
});

test.each([null, '', 'null', '[]', '{"sort":1,"activeOnly":"yes"}'])(
  'uses the default filters for %o',
  (text) => {
    expect(parseRemembered(text)).toEqual(defaults);
  },
);
