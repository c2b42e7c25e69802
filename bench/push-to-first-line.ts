// Time from the end of `git push` until the first log line of the build is in the database, and until it is visible in
// an open browser, which opens the build's page first. Also the time of `git push`. Real server, real git, real Chromium;
// medians.
import { chromium } from '@playwright/test';
import { Millrace } from '../e2e/support/millrace.ts';
import { signIn } from '../e2e/support/test.ts';
import { pipelineOf, WorkTree } from '../e2e/support/work-tree.ts';
import { median, print } from './support/statistics.ts';

const runs = 20;

const millrace = await Millrace.start();
const browser = await chromium.launch({
  executablePath: process.env.MILLRACE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
try {
  const page = await browser.newPage();
  await signIn(page, millrace.url, 'admin', millrace.adminPassword);
  const tree = await WorkTree.create(millrace, 'admin/bench');
  const headers = { authorization: `Bearer ${await millrace.readToken()}` };
  const times = { push: [] as number[], stored: [] as number[], visible: [] as number[] };
  for (let run = 1; run <= runs; run++) {
    const line = `line of run ${run}`;
    await tree.commit({ '.drone.yml': pipelineOf([`echo ${line}`, 'sleep 1']) }, `Run ${run}`);
    const startedAt = performance.now();
    await tree.push();
    const returnedAt = performance.now();
    times.push.push(returnedAt - startedAt);
    if (run % 2 === 0) {
      while (!(await readLog(run)).includes(line));
      times.stored.push(performance.now() - returnedAt);
    } else {
      await page.goto(`${millrace.url}/admin/bench/${run}/1/2`);
      // A locator would ask twice a second only.
      await page.waitForFunction(
        (text) => document.querySelector('[role=log]')?.textContent?.includes(text),
        line,
        { polling: 'raf' },
      );
      times.visible.push(performance.now() - returnedAt);
    }
    await page.goto(`${millrace.url}/admin/bench/${run}/1/2`);
    await page.getByText('Exit Code 0').waitFor();
  }
  print(`git push: ${median(times.push).toFixed(0)} ms`);
  print(`to the first line in the database: ${median(times.stored).toFixed(0)} ms`);
  print(`to the first line on the page: ${median(times.visible).toFixed(0)} ms`);

  async function readLog(build: number): Promise<string> {
    const path = `/api/repos/admin/bench/builds/${build}/logs/1/2`;
    return (await fetch(`${millrace.url}${path}`, { headers })).text();
  }
} finally {
  await browser.close();
  await millrace.dispose();
}
