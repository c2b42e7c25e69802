import { expect, it } from 'vitest';
import { searchWithoutView, searchWithView, viewOfAddress } from './build-view.ts';

it.each([
  ['nothing', '', '', false, undefined],
  ['a stage', '', '', true, 'logs'],
  ['a line', '', '#L7', false, 'logs'],
  ['another fragment', '', '#top', false, undefined],
  ['a view', '?view=graph', '', false, 'graph'],
  ['a view, over a step and a line', '?view=timeline', '#L7', true, 'timeline'],
  ['an unknown view', '?view=wheel', '', false, undefined],
  ['an unknown view of a step', '?view=wheel', '', true, 'logs'],
  ['a file', '?file=1%2F2%2Fa.js', '', true, 'files'],
  ['a search in all logs', '?search=boom', '', false, 'logs'],
  ['a view, over a file', '?file=a&view=tests', '', false, 'tests'],
  ['an attempt', '?attempt=2', '', false, undefined],
])('an address with %s', (_, search, hash, hasStage, view) => {
  expect(viewOfAddress({ search, hash, hasStage })).toBe(view);
});

it('keeps other parameters of the URL', () => {
  expect(searchWithView('?attempt=2&view=graph', 'tests')).toBe('?attempt=2&view=tests');
  expect(searchWithoutView('?attempt=2&view=files&file=a&search=b')).toBe('?attempt=2&search=b');
  expect(searchWithoutView('?view=graph')).toBe('');
});
