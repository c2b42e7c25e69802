// Responsiveness of long lists. 2,000 repositories on the dashboard: from a keystroke in the filter to the
// painted result. 5,000 accounts in the users list: from Show More to the painted rows, and from a
// keystroke in the filter and in a dialog over the list. In real Chromium, with the mock server of the
// tests.

import { nowSec, recentBuild, sampleRepo, sampleUser } from '@millrace/contract/testing';
import { chromium, type Page } from '@playwright/test';
import { MockServer } from '../e2e/support/mock/server.ts';
import { median, print, quantile } from './support/statistics.ts';

const repoCount = 2000;
const userCount = 5000;
const targetMs = 50;

const mock = new MockServer();
mock.state.repos = Array.from({ length: repoCount }, (_, id) =>
  sampleRepo({
    id,
    slug: `team-${id % 40}/service-${(id * 7919) % repoCount}`,
    build: recentBuild({ number: 9, created: nowSec() - id * 60, title: `Change ${id}` }),
  }),
);
mock.state.users = Array.from({ length: userCount }, (_, id) =>
  sampleUser({ id, login: `u${id}` }),
);
await mock.start();
const browser = await chromium.launch({
  executablePath: process.env.MILLRACE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await watchPaints(page);
  await page.goto(mock.url);
  await page
    .getByRole('link', { name: /service-/ })
    .first()
    .waitFor();
  await page.getByRole('searchbox', { name: 'Filter repositories' }).focus();
  report(`${repoCount} repositories, a key in the filter`, await type(page, 'service-19', 3));

  await page.goto(`${mock.url}/settings/users`);
  await page.getByRole('button', { name: 'Edit u1', exact: true }).waitFor();
  const more: number[] = [];
  for (let shown = 1000; shown < userCount; shown += 1000) {
    await page.getByRole('button', { name: 'Show More' }).focus();
    more.push(await press(page, 'Enter'));
  }
  report(`${userCount} users, Show More (1,000 rows each)`, more);
  await page.getByRole('searchbox', { name: 'Filter users' }).focus();
  report(`${userCount} users, a key in the filter`, await type(page, 'u19', 6));
  await page.getByRole('button', { name: 'New User' }).click();
  await page.getByRole('dialog').getByLabel('Login').focus();
  report(`${userCount} users, a key in the dialog above them`, await type(page, 'new-person', 3));
} finally {
  await browser.close();
  await mock.stop();
}

/** Records for each key the time from its event to the frame after the one that contains the result. */
async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const paints: number[] = [];
    Object.assign(window, { paints });
    addEventListener(
      'keydown',
      (event) => {
        const began = event.timeStamp;
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => paints.push(performance.now() - began);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
}

async function press(page: Page, key: string): Promise<number> {
  const before = await page.evaluate(
    () => (window as unknown as { paints: number[] }).paints.length,
  );
  await page.keyboard.press(key);
  const paint = await page.waitForFunction(
    (count) => (window as unknown as { paints: number[] }).paints[count],
    before,
  );
  return (await paint.jsonValue()) ?? 0;
}

/** Types a text and deletes it again, for several rounds; resolves with the time of each key. */
async function type(page: Page, text: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const key of text) times.push(await press(page, key));
    for (const _ of text) times.push(await press(page, 'Backspace'));
  }
  return times;
}

function report(name: string, times: number[]): void {
  const [middle, slow] = [median(times), quantile(times, 0.95)];
  const verdict = middle <= targetMs ? 'within' : 'over';
  print(
    `${name}: median ${middle.toFixed(1)} ms, p95 ${slow.toFixed(1)} ms of ${times.length}, ` +
      `${verdict} ${targetMs} ms`,
  );
}
