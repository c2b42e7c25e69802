import { expect, it } from 'vitest';
import { openScriptedLog } from '../../../testing/scripted-log.ts';

const live = { isLive: true, isFollowing: true, wraps: true, collapses: false, columns: 80 };

it('advances the first shown line only while the viewer follows the log', () => {
  const { engine, grow } = openScriptedLog();
  engine.setView(live);
  grow(1000);
  expect(engine.rowMap.first).toBe(750);
  engine.setView({ ...live, isFollowing: false });
  grow(1100);
  expect(engine.rowMap.first).toBe(750);
  expect(engine.state()).toMatchObject({ count: 1100, followedTo: 1000 });
  engine.setView(live);
  expect(engine.rowMap.first).toBe(850);
  expect(engine.state().followedTo).toBe(1100);
});

it('shows all loaded lines after showAll', () => {
  const { engine, grow } = openScriptedLog();
  engine.setView(live);
  grow(1000, 200);
  engine.showAll();
  expect(engine.rowMap.first).toBe(200);
  engine.setView({ ...live, isLive: false, isFollowing: false });
  expect(engine.rowMap.first).toBe(0);
});

it('is loading until all lines are loaded, also if an earlier request finishes first', () => {
  const { engine, send } = openScriptedLog();
  const loading = (isLoading: boolean, isComplete: boolean) => {
    send({ kind: 'loading', isLoading, isComplete });
    return engine.state().isLoading;
  };
  loading(true, false);
  engine.showAll();
  expect(loading(false, false)).toBe(true);
  expect(loading(true, false)).toBe(true);
  expect(loading(false, true)).toBe(false);
});

it('notifies subscribers only if the view changes', () => {
  const { engine, grow } = openScriptedLog();
  grow(10);
  let notified = 0;
  engine.subscribe(() => notified++);
  engine.setView(live);
  engine.setView({ ...live });
  expect(notified).toBe(1);
  engine.setView({ ...live, columns: 40 });
  expect(notified).toBe(2);
  expect(engine.rowMap.wrapColumns).toBe(40);
});

it('keeps cached lines visible until the worker sends the current ones', () => {
  const { engine, received, grow, answer } = openScriptedLog();
  const row = (line: number, text: string) => ({
    line,
    time: 0,
    foldedLength: 0,
    isError: false,
    segments: [{ text, style: {} }],
  });
  grow(1000, 750);
  engine.requestRows(999, 1000);
  answer({ kind: 'rows', id: 0, rows: [row(999, 'old')] });
  // The style of earlier lines continues in this one.
  grow(1000, 0, 750);
  expect(engine.row(999)?.segments[0]?.text).toBe('old');
  expect(engine.isCurrent(999)).toBe(false);
  engine.requestRows(999, 1000);
  expect(received.filter(({ kind }) => kind === 'rows')).toHaveLength(2);
  answer({ kind: 'rows', id: 0, rows: [row(999, 'new')] });
  expect(engine.row(999)?.segments[0]?.text).toBe('new');
  expect(engine.isCurrent(999)).toBe(true);
  engine.unfold(999);
  expect(engine.row(999)).toBeDefined();
});
