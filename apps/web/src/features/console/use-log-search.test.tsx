// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, test } from 'vitest';
import { InEnglish } from '../../testing/in-english.tsx';
import { openScriptedLog } from '../../testing/scripted-log.ts';
import { LogSearchBar } from './log-search-bar.tsx';
import { useLogSearch } from './use-log-search.ts';

afterEach(cleanup);

type ScriptedLog = ReturnType<typeof openScriptedLog>;

/** Opens the search of a log of 1,000 lines, of which the last 250 are loaded and shown. */
async function openSearch(log: ScriptedLog) {
  const shown: number[] = [];
  const topLine = { current: 970 };
  function Search() {
    const state = useSyncExternalStore(log.engine.subscribe, log.engine.state);
    const search = useLogSearch(log.engine, state, (line) => void shown.push(line), topLine);
    return search.isOpen ? (
      <LogSearchBar search={search} />
    ) : (
      <button type="button" onClick={search.open}>
        Open
      </button>
    );
  }
  log.grow(1000, 750);
  log.send({ kind: 'loading', isLoading: false, isComplete: false });
  render(
    <InEnglish>
      <Search />
    </InEnglish>,
  );
  fireEvent.click(await screen.findByText('Open'));
  const type = (value: string) =>
    fireEvent.change(screen.getByRole('textbox'), { target: { value } });
  const find = (...lines: number[]) => act(async () => log.answer(found(lines)));
  const load = (from: number, to: number) => act(() => log.grow(1000, from, to));
  const finish = () => act(() => log.send({ kind: 'loading', isLoading: false, isComplete: true }));
  const count = () => screen.getByRole('status').textContent;
  return { shown, type, find, load, finish, count };
}

function found(lines: number[]) {
  const result = {
    count: lines.length,
    lines: Uint32Array.from(lines),
    starts: new Uint32Array(lines.length),
    ends: new Uint32Array(lines.length).fill(1),
  };
  return { kind: 'found', id: 0, result } as const;
}

test('reports progress until the log is loaded, then scrolls to the match', async () => {
  const { shown, type, find, load, finish, count } = await openSearch(openScriptedLog());
  type('needle');
  expect(count()).toBe('Searching… 25 %');
  await find();
  expect(count()).toBe('Searching… 25 %');
  load(0, 360);
  expect(count()).toBe('Searching… 61 %');
  load(360, 750);
  finish();
  // The answer was computed before the log was loaded.
  expect(count()).toBe('Searching… 100 %');
  expect(shown).toEqual([]);
  await find(12);
  expect(count()).toBe('1 of 1');
  expect(shown).toEqual([12]);
});

test('reports no match only for the whole log, and for this query', async () => {
  const { type, find, load, finish, count } = await openSearch(openScriptedLog());
  type('needle');
  load(0, 750);
  finish();
  await find();
  expect(count()).toBe('No matches');
  type('need');
  expect(count()).toBe('Searching… 100 %');
  await find(3);
  expect(count()).toBe('1 of 1');
});

test('keeps the current match while matches in earlier lines are loaded', async () => {
  const { shown, type, find, load, finish, count } = await openSearch(openScriptedLog());
  type('needle');
  await find(800, 980, 990);
  expect(count()).toBe('2 of 3 · Searching… 25 %');
  load(0, 750);
  finish();
  await find(1, 2, 800, 980, 990);
  expect(count()).toBe('4 of 5');
  expect(shown).toEqual([980]);
});
