// @vitest-environment happy-dom

import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { textsIn } from '../../lib/i18n/texts.ts';
import { FileDiff } from './file-diff.tsx';
import { compareMessages } from './messages.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const lines = (count: number, text: string) =>
  Array.from({ length: count }, (_, index) => `${text} ${index}\n`).join('');
const show = (before: string, after: string) =>
  render(<FileDiff before={before} after={after} />).container.textContent;

it('compares files with many changed lines', () => {
  expect(show(lines(100, 'before'), lines(100, 'after'))).toContain('after 99');
});

it('compares however long the browser is busy', () => {
  let nowMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => (nowMs += 10_000));
  expect(show(lines(3, 'before'), lines(3, 'after'))).toContain('after 2');
});

it('shows a message for files with more changed lines', () => {
  const shown = show(lines(1001, 'before'), lines(1001, 'after'));
  expect(shown).toBe(textsIn('en', compareMessages).fileTooDifferent);
});
