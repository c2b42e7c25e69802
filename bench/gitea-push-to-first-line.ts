// Time from the end of `git push` to a Gitea until the first log line of the build is visible in an open
// browser. Includes Gitea's webhook, API calls and opening the page. Real Gitea (MILLRACE_TEST_GITEA), real
// git, real Chromium; prints each run and the median.

import { GiteaTestForge } from '@millrace/test-support/forges/gitea-test-forge';
import { chromium } from '@playwright/test';
import { signInThroughGitea, startBesideGitea } from '../e2e/support/gitea.ts';
import { pipelineOf } from '../e2e/support/work-tree.ts';
import { print, quantile } from './support/statistics.ts';

const runs = 10;
const slug = 'ada/bench';

const gitea = await GiteaTestForge.start();
await gitea.addAccount('ada');
await gitea.addRepo('ada', 'bench', { isPrivate: true });
const millrace = await startBesideGitea(gitea, { MILLRACE_ADMINS: 'ada' });
const browser = await chromium.launch({
  executablePath: process.env.MILLRACE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
});
try {
  const page = await browser.newPage();
  await signInThroughGitea(page, millrace.url, 'ada');
  await page.getByRole('link', { name: /bench/ }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();
  const times: number[] = [];
  for (let run = 1; run <= runs; run++) {
    const files = { '.drone.yml': pipelineOf([`echo line of run ${run}`, 'sleep 1']) };
    await gitea.push('ada', slug, 'main', files, `Run ${run}`);
    const returned = performance.now();
    await page.goto(`${millrace.url}/${slug}`);
    await page
      .getByRole('link', { name: `Run ${run}`, exact: false })
      .first()
      .waitFor();
    await page.goto(`${millrace.url}/${slug}/${run}/1/2`);
    await page.getByRole('log').getByText(`line of run ${run}`, { exact: true }).waitFor();
    times.push(performance.now() - returned);
    print(`run ${run}: ${times.at(-1)?.toFixed(0)} ms`);
    await page.getByText('Exit Code 0').waitFor();
  }
  print(`median of ${runs}: ${quantile(times, 0.5).toFixed(0)} ms`);
} finally {
  await browser.close();
  await millrace.dispose();
  await gitea.stop();
}
