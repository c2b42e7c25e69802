import type { CauseOfWeek } from '@millrace/contract/api';
import { findBarriersInThemes } from '../support/barriers.ts';
import { atEachWidth, expect, test } from '../support/screen.ts';

/** Monday 2026-11-16. */
const week = 1_794_787_200;
const cause: CauseOfWeek = {
  id: 5,
  step: 'test',
  title: 'Error: connect ECONNREFUSED',
  name: '',
  issue: '',
  failures: 14,
  recovered: 11,
  lost: 7200,
  is_new: true,
  repos: [{ slug: 'octo/hello', failures: 14 }],
};
const named = { ...cause, id: 6, name: 'Mirror away', issue: 'https://tracker.example/7' };

atEachWidth(() => {
  test('lists failures by week, and shows a cause', async ({ page, mock }) => {
    mock.state.causesOfWeek = {
      week,
      causes: [cause, named],
      gone: [{ ...cause, id: 7 }],
      total: { failures: 28, recovered: 22, lost: 14_400 },
    };
    mock.state.repoCause = {
      ...mock.state.repoCause,
      weeks: [0, 1, 2].map((at) => ({ week: week - at * 604_800, failures: at, lost: 0 })),
    };
    await page.goto('/causes');
    await expect(page.getByText('28 failures')).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
    await page.getByRole('link', { name: 'Mirror away' }).click();
    await expect(page.getByRole('heading', { name: /ECONNREFUSED/ })).toBeVisible();
    await expect(page.getByText('The builds with this failure have been deleted.')).toBeVisible();
    expect(await findBarriersInThemes(page)).toEqual([]);
  });
});
