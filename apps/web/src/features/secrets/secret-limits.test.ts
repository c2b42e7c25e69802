import { expect, it } from 'vitest';
import { findMessages } from '../../domain-ui/find-messages.ts';
import { textsIn } from '../../lib/i18n/texts.ts';
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
  expect(limitText(limits, textsIn('en', findMessages).events)).toBe(
    'Push, Tag · main, release/* · plugins/s3',
  );
  expect(limitText({}, textsIn('en', findMessages).events)).toBe('');
});
