import { expect, it } from 'vitest';
import { openScriptedLog } from '../../../testing/scripted-log.ts';

const live = { isLive: true, isFollowing: true, wraps: true, columns: 80 };

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
