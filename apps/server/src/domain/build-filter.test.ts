import { expect, test } from 'vitest';
import { readBuildFilter } from './build-filter.ts';

test.each([
  ['nothing', {}, { chosen: {} }],
  ['empty values as absent', { branch: '', status: '', q: '', after: '' }, { chosen: {} }],
  [
    'values',
    { branch: 'main', status: 'failure', author: 'ada', repo: 'a/b' },
    { chosen: { branch: 'main', status: 'failure', author: 'ada', repo: 'a/b' } },
  ],
  ['a tag', { tag: 'v1' }, { chosen: {}, tag: 'v1' }],
  ['seconds', { after: '1767225600', before: '0' }, { chosen: {}, after: 1767225600, before: 0 }],
  ['a day', { after: '2026-01-01' }, { chosen: {}, after: 1767225600 }],
  ['a day of a leap year', { before: '2024-02-29' }, { chosen: {}, before: 1709164800 }],
  ['words', { q: 'Fix  the BUILD' }, { chosen: {}, words: ['fix', 'the', 'build'] }],
  ['a text without words', { q: '%_' }, { chosen: {}, words: [] }],
])('reads %s', (_, asked, filter) => {
  expect(readBuildFilter(asked)).toEqual(filter);
});

test.each(['yesterday', '2026-02-30', '2026-1-1', '-1', '1e9', '2026-01-01T00:00', '9'.repeat(13)])(
  'rejects %s as a time',
  (after) => {
    expect(() => readBuildFilter({ after })).toThrow(
      'after is a time in unix seconds, or a day as YYYY-MM-DD',
    );
  },
);

test('rejects too many words', () => {
  const q = Array.from({ length: 17 }, (_, index) => `w${index}`).join(' ');
  expect(() => readBuildFilter({ q })).toThrow('q has at most 16 words');
});
