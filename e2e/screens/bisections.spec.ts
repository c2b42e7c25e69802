import type { BisectionDetails } from '@millrace/contract/api';
import { recentStage, recentStep, sampleBuild } from '@millrace/contract/testing';
import { sampleBisection, setBuild } from '@millrace/contract/testing/mock-api';
import { findBarriersInThemes } from '../support/barriers.ts';
import type { MockServer } from '../support/mock/server.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

/** A bisection of 64 commits that has found the 40th. */
function foundBisection(): BisectionDetails {
  const sample = sampleBisection();
  const [first] = sample.list;
  const list = Array.from({ length: 64 }, (_, at) => ({
    ...(first as BisectionDetails['list'][number]),
    sha: (at + 1).toString(16).padStart(40, '0'),
    message: `Change ${at + 1}: turn the wheel faster, so that more grain is ground in an hour`,
    link: `https://forge.example/commit/${at + 1}`,
    probability: at === 39 ? 0.9942 : 0.0001,
  }));
  const runs = [
    [32, 'passed'],
    [48, 'failed'],
    [44, 'unbuildable'],
    [40, 'failed'],
    [39, 'passed'],
    [40, 'unclear'],
  ] as const;
  return {
    ...sample,
    status: 'found',
    confidence: 0.9942,
    runs: runs.length,
    commits: 64,
    list,
    found: ['28'.padStart(40, '0')],
    run_list: runs.map(([commit, outcome], at) => {
      return { commit, build: outcome === 'unbuildable' ? 0 : at + 4, outcome, created: 1 + at };
    }),
  };
}

function giveFailure(mock: MockServer) {
  const steps = [recentStep({ number: 1, name: 'turn', status: 'failure', exit_code: 1 })];
  const stages = [recentStage({ name: 'mill', status: 'failure', steps })];
  setBuild(mock, { status: 'failure', number: 3, attempt: 1, event: 'push', stages });
  mock.state.failure = {
    ...mock.state.failure,
    since: { since: 3, builds_ago: 0 },
    commits: foundBisection().list.slice(0, 9),
    last_success: sampleBuild({ number: 1, status: 'success' }),
    steps: [
      {
        stage: 1,
        stage_name: 'mill',
        step: 1,
        step_name: 'turn',
        since: 3,
        builds_ago: 0,
        failed: 0,
        of: 7,
      },
    ],
  };
}

atEachWidth(() => {
  test('starts a search by keyboard, and shows it without barriers', async ({ page, mock }) => {
    giveFailure(mock);
    await page.goto('/octo/hello/3');
    const start = page.getByRole('button', { name: 'Find the commit' });
    await start.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Find the commit?' });
    await expect(question).toContainText('Later steps do not run');
    await question.getByRole('button', { name: 'Find the commit' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/octo/hello/bisections/1');
    await expect(page.getByRole('heading', { name: 'Searching for the commit' })).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
  });

  test('shows the answer among many commits, and the list of searches', async ({ page, mock }) => {
    mock.state.bisections = [foundBisection()];
    await page.goto('/octo/hello/bisections/1');
    await expect(page.getByRole('heading', { name: 'Commit found' })).toBeVisible();
    const commits = page.getByRole('region', { name: 'Commits' });
    await expect(commits.getByRole('listitem').first()).toContainText('Change 64');
    await expect(commits.getByText('15 commits without a run')).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
    await commits.getByRole('button', { name: 'Show all commits' }).click();
    await expect(commits.getByRole('listitem')).toHaveCount(64);
    await page.getByRole('main').getByRole('link', { name: 'Bisections' }).click();
    await expect(page.getByRole('link', { name: 'Commit found' })).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
});
