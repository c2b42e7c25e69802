import { expect, it } from 'vitest';
import { enBuild } from '../../lib/i18n/en-build.ts';
import { limitText, readLimitForm, toLimitForm } from './secret-limits.ts';

const limits = { events: ['tag', 'push'], branches: ['main', 'release/*'], images: ['plugins/s3'] };

it('converts limits to fields and back', () => {
  expect(toLimitForm(limits)).toEqual({
    events: ['push', 'tag'],
    branches: 'main\nrelease/*',
    images: 'plugins/s3',
  });
  expect(readLimitForm({ events: [], branches: ' main \n\n', images: '' })).toEqual({
    events: [],
    branches: ['main'],
    images: [],
  });
});

it('describes limits in one line', () => {
  expect(limitText(limits, enBuild.find.events)).toBe('Push, Tag · main, release/* · plugins/s3');
  expect(limitText({}, enBuild.find.events)).toBe('');
});
