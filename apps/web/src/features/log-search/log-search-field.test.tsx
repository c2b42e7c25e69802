// @vitest-environment happy-dom
import type { LogQuery } from '@millrace/contract/log-pattern';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { InEnglish } from '../../testing/in-english.tsx';
import { LogSearchField } from './log-search-field.tsx';

const changes: string[] = [];

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  changes.length = 0;
});

function field(query: Partial<LogQuery>) {
  return (
    <InEnglish>
      <LogSearchField
        query={{ text: '', isRegExp: false, matchesCase: false, ...query }}
        onChange={({ text, isRegExp }) => changes.push(isRegExp ? `/${text}/` : text)}
        onClose={() => {}}
        onStep={null}
        hasHits={false}
        place={null}
      />
    </InEnglish>
  );
}

/** Renders the field with fake timers. Returns a function that renders it again with another query. */
async function show(query: Partial<LogQuery>) {
  const { rerender } = render(field(query));
  await screen.findByRole('textbox');
  vi.useFakeTimers();
  return (next: Partial<LogQuery>) => rerender(field(next));
}

const type = (value: string) =>
  fireEvent.change(screen.getByRole('textbox'), { target: { value } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('debounces typing', async () => {
  await show({});
  type('w');
  await pass(200);
  type('wheel');
  await pass(200);
  expect(changes).toEqual([]);
  await pass(100);
  expect(changes).toEqual(['wheel']);
});

test('rerendering does not delay a search', async () => {
  const rerenderField = await show({});
  type('wheel');
  for (let times = 0; times < 6; times += 1) {
    await pass(50);
    rerenderField({});
  }
  expect(changes).toEqual(['wheel']);
});

test('keeps an option that was changed during the debounce', async () => {
  const change = await show({});
  type('wheel');
  change({ isRegExp: true });
  await pass(300);
  expect(changes).toEqual(['/wheel/']);
});

test('does not repeat a search that Enter started', async () => {
  const change = await show({});
  type('wheel');
  fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter' });
  change({ text: 'wheel' });
  await pass(300);
  expect(changes).toEqual(['wheel']);
});

test('a field that stays rendered after its search is closed does not search again', async () => {
  const change = await show({ text: 'wheel' });
  change({ text: '' });
  await pass(300);
  expect(changes).toEqual([]);
});
