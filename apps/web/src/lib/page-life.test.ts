// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { isPageLeft } from './page-life.ts';

/** Starts a navigation at this time in the past, in milliseconds. */
function startNavigation(ago: number): void {
  const event = new Event('beforeunload');
  const { timeStamp } = event;
  Object.defineProperty(event, 'timeStamp', { value: timeStamp - ago });
  dispatchEvent(event);
}

afterEach(() => {
  dispatchEvent(new Event('pageshow'));
});

it('is left from pagehide until the browser restores the page', () => {
  expect(isPageLeft()).toBe(false);
  dispatchEvent(new Event('pagehide'));
  expect(isPageLeft()).toBe(true);
  dispatchEvent(new Event('pageshow'));
  expect(isPageLeft()).toBe(false);
});

it.each(['pointerdown', 'keydown'])('is not left if the person uses it further: %s', (use) => {
  startNavigation(0);
  dispatchEvent(new Event(use));
  expect(isPageLeft()).toBe(false);
});

it('is left for a second when a navigation starts, which may be a download', () => {
  startNavigation(1000);
  expect(isPageLeft()).toBe(false);
  startNavigation(0);
  expect(isPageLeft()).toBe(true);
  startNavigation(1000);
  expect(isPageLeft()).toBe(false);
});
