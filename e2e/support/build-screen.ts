import { numbered } from '@millrace/contract/testing';
import { logPath, setStep } from '@millrace/contract/testing/mock-api';
import { expect, type Locator, type Page } from '@playwright/test';
import type { MockServer } from './mock/server.ts';

export const logOf = (page: Page): Locator => page.getByRole('log');
/** Locates a displayed line by its number, from 1. */
export const rowOf = (page: Page, line: number): Locator =>
  logOf(page).locator(`[data-line="${line - 1}"]`);

/** Returns the numbers, from 1, of the displayed lines. */
export async function drawnLines(page: Page): Promise<number[]> {
  const rows = await logOf(page)
    .locator('[data-line]')
    .evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-line')) + 1));
  return rows.sort((a, b) => a - b);
}

export const countNodes = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('*').length);

/** Opens the first step of the build that `setBuild` and `setStep` create. */
export const stepUrl = '/octo/hello/1/1/1';
export const buttonOf = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
/** Returns the text of a displayed line, without its number and time. */
export const textOf = (page: Page, line: number): Locator =>
  rowOf(page, line).locator('[data-from]');

/** Opens a finished step with the log of the mock server. */
export async function openLog(page: Page, mock: MockServer, path = stepUrl): Promise<void> {
  setStep(mock, { status: 'success' });
  await page.goto(path);
  await expect(logOf(page)).toBeVisible();
}

/** Opens a running step that has printed this many lines and is followed. */
export async function openLive(page: Page, mock: MockServer, count: number): Promise<void> {
  setStep(mock, { status: 'running' });
  mock.state.log = numbered(count);
  await page.goto(stepUrl);
  await expect(rowOf(page, count)).toBeVisible();
  await expect.poll(() => mock.followers(logPath)).toBe(1);
}

/** Makes the step print these lines of `numbered`. */
export function printLines(mock: MockServer, from: number, to: number): void {
  for (const line of numbered(to).slice(from - 1)) mock.publishLine(logPath, line);
}
