// Time from the end of `git push` until the first log line of the build is visible in an open browser. Real
// server, real git, real Chromium. Includes opening the build's page; prints each run and the median.
import { chromium } from '@playwright/test';
import { Millrace } from '../e2e/support/millrace.ts';
import { signIn } from '../e2e/support/test.ts';
import { pipelineOf, WorkTree } from '../e2e/support/work-tree.ts';

const runs = 10;

const millrace = await Millrace.start();
const browser = await chromium.launch({
  executablePath: process.env.MILLRACE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
try {
  const page = await browser.newPage();
  await signIn(page, millrace.url, 'admin', millrace.adminPassword);
  const tree = await WorkTree.create(millrace, 'admin/bench');
  const times: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const files = { '.drone.yml': pipelineOf([`echo line of run ${run}`, 'sleep 1']) };
    await tree.commit(files, `Run ${run}`);
    await tree.push();
    const returned = performance.now();
    await page.goto(`${millrace.url}/admin/bench/${run}/1/2`);
    await page.getByRole('log').getByText(`line of run ${run}`, { exact: true }).waitFor();
    times.push(performance.now() - returned);
    process.stdout.write(`run ${run}: ${times.at(-1)?.toFixed(0)} ms\n`);
    await page.getByText('Exit Code 0').waitFor();
  }
  const median = times.sort((a, b) => a - b)[Math.floor(runs / 2)];
  process.stdout.write(`median of ${runs}: ${median?.toFixed(0)} ms\n`);
} finally {
  await browser.close();
  await millrace.dispose();
}
