import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endIdempotencyKey, takeIdempotencyKey } from './idempotency-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('keeps the key of a request without an answer', () => {
  const key = takeIdempotencyKey('1');
  vi.advanceTimersByTime(60_000);
  expect(takeIdempotencyKey('1')).toBe(key);
  expect(takeIdempotencyKey('2')).not.toBe(key);
});

it('keeps the key for a double click, and not for a later click', () => {
  const key = takeIdempotencyKey('3');
  endIdempotencyKey('3');
  vi.advanceTimersByTime(200);
  expect(takeIdempotencyKey('3')).toBe(key);
  endIdempotencyKey('3');
  vi.advanceTimersByTime(2000);
  expect(takeIdempotencyKey('3')).not.toBe(key);
});
