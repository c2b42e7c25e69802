import type { Build, Line, Stage, Step } from '@millrace/contract/api';
import { expect, type Locator, type Page } from '@playwright/test';
import { sampleStage, sampleStep } from '../../apps/web/src/testing/samples.ts';
import type { MockServer } from './mock/server.ts';
import { nowSec, someBuild, someRepo } from './mock/state.ts';

const slug = 'octo/hello';
export const logPath = `${slug}/1/1/1`;

/** A step that ran for half a minute, unless said otherwise. */
export function someStep(fields: Partial<Step> = {}): Step {
  const started = nowSec() - 90;
  return sampleStep({ started, stopped: started + 30, ...fields });
}

export function someStage(fields: Partial<Stage> = {}): Stage {
  const started = nowSec() - 90;
  return sampleStage({ started, stopped: started + 30, machine: 'runner-7', ...fields });
}

/** Build 1 of octo/hello, with one stage of one step unless said otherwise. */
export function giveBuild(mock: MockServer, fields: Partial<Build> = {}): Build {
  const stages = fields.stages ?? [someStage({ steps: [someStep()] })];
  const build = someBuild({ id: 1, number: 1, title: 'Say hello', ...fields, stages });
  mock.state.builds[slug] = [build];
  return build;
}

/** A build whose only step is in this state, and the build and its stage too. */
export function giveStep(mock: MockServer, fields: Partial<Step>, build: Partial<Build> = {}) {
  const status = fields.status ?? 'success';
  const isRunning = status === 'running';
  const step = someStep({ ...(isRunning && { stopped: 0 }), ...fields });
  const stage = someStage({ status, ...(isRunning && { stopped: 0 }), steps: [step] });
  return giveBuild(mock, { status, ...(isRunning && { finished: 0 }), ...build, stages: [stage] });
}

/** A newer state of the build, on the server and told to its open pages. */
export function changeBuild(mock: MockServer, build: Build, fields: Partial<Build>): Build {
  const next = { ...build, ...fields, version: build.version + 1 };
  mock.state.builds[slug] = [next];
  mock.publish(mock.state.repos[0] ?? someRepo({ slug }), next);
  return next;
}

export function linesOf(texts: readonly string[], from = 0): Line[] {
  return texts.map((text, at) => ({ pos: from + at, out: `${text}\n`, time: from + at }));
}

export const numbered = (count: number): Line[] =>
  linesOf(Array.from({ length: count }, (_, at) => `line ${at + 1}`));

export const logOf = (page: Page): Locator => page.getByRole('log');
/** The drawn line of a number that counts from 1. */
export const rowOf = (page: Page, line: number): Locator =>
  logOf(page).locator(`[data-line="${line - 1}"]`);

/** The numbers, from 1, of the lines that are drawn. */
export async function drawnLines(page: Page): Promise<number[]> {
  const rows = await logOf(page)
    .locator('[data-line]')
    .evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-line')) + 1));
  return rows.sort((a, b) => a - b);
}

export const countNodes = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll('*').length);

/** The page of the build that `giveBuild` and `giveStep` make, at its first step. */
export const stepUrl = '/octo/hello/1/1/1';
export const buttonOf = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true });
/** The text of a drawn line, without its number and time. */
export const textOf = (page: Page, line: number): Locator =>
  rowOf(page, line).locator('[data-from]');

/** Opens the page of a step that is over, with the log that the mock has. */
export async function openLog(page: Page, mock: MockServer, path = stepUrl): Promise<void> {
  giveStep(mock, { status: 'success' });
  await page.goto(path);
  await expect(logOf(page)).toBeVisible();
}

/** Opens the page of a step that runs and has printed so many lines; it listens for more. */
export async function openLive(page: Page, mock: MockServer, count: number): Promise<void> {
  giveStep(mock, { status: 'running' });
  mock.state.log = numbered(count);
  await page.goto(stepUrl);
  await expect(rowOf(page, count)).toBeVisible();
  await expect.poll(() => mock.followers(logPath)).toBe(1);
}

/** The step prints these lines of `numbered`. */
export function printLines(mock: MockServer, from: number, to: number): void {
  for (const line of numbered(to).slice(from - 1)) mock.publishLine(logPath, line);
}
