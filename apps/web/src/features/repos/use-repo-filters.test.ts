import { expect, test } from 'vitest';
import { parseRemembered } from './use-repo-filters.ts';

const defaults = { activeOnly: false, redOnly: false, sort: 'activity', organization: '' };

test('restores stored filters', () => {
  const chosen = { activeOnly: true, redOnly: true, sort: 'name', organization: 'octo' };
  expect(parseRemembered(JSON.stringify(chosen))).toEqual(chosen);
});

test.each([null, '', 'null', '[]', '{"sort":1,"activeOnly":"yes","redOnly":1}'])(
  'uses the default filters for %o',
  (text) => {
    expect(parseRemembered(text)).toEqual(defaults);
  },
);
