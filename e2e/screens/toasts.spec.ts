import { createSecret, deleteSecret } from '@millrace/contract/api';
import { Refusal } from '@millrace/contract/testing/mock-api';
import { atBothWidths, confirm, expect, test, toast, toastClock } from '../support/screen.ts';

const secrets = '/octo/hello/settings/secrets';

atBothWidths((width) => {
  test('shows notifications at the top center without a progress bar', async ({ page, mock }) => {
    mock.state.secrets = [{ id: 1, name: 'word', pull_request: false }];
    await page.goto(secrets);
    await page.getByRole('button', { name: 'Delete word' }).click();
    await confirm(page, 'Are you sure you want to delete this secret?', 'Delete');
    const done = toast(page, 'Secret has been removed successfully');
    await expect(done).toBeVisible();
    await expect
      .poll(async () => (await done.boundingBox())?.y ?? 0, { message: 'slides to the top' })
      .toBeLessThan(60);
    const box = await done.boundingBox();
    const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
    expect(Math.abs(middle - (width === 'phone' ? 195 : 720))).toBeLessThan(12);
    await expect(page.getByRole('progressbar').filter({ visible: true })).toHaveCount(0);
  });
});

test('closes a notification after three seconds, but not while the pointer is over it', async ({
  page,
  mock,
}) => {
  mock.fail(createSecret, 'No');
  await page.goto(secrets);
  await page.getByRole('button', { name: 'New Secret' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  const failure = toast(page, 'Unable to add secret: No');
  await failure.waitFor();
  await failure.hover();
  await expect.poll(() => toastClock(failure)).toEqual(['paused']);
  await page.mouse.move(5, 800);
  await expect.poll(() => toastClock(failure)).toEqual(['running']);
  await expect(failure).toBeHidden();
});

test('shows at most three notifications, and queues the fourth', async ({ page, mock }) => {
  const names = ['one', 'two', 'three', 'four'];
  mock.state.secrets = names.map((name, index) => ({ id: index, name, pull_request: false }));
  const kept = [...names];
  mock.reply(deleteSecret, () => {
    throw new Refusal(400, `${kept.shift()} is kept`);
  });
  const release = mock.hold(deleteSecret);
  await page.goto(secrets);
  for (const name of names) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await confirm(page, 'Are you sure you want to delete this secret?', 'Delete');
  }
  await expect.poll(() => mock.calls(deleteSecret).length).toBe(4);
  release();
  await expect(page.getByRole('alert')).toHaveCount(3);
  const shown = (await page.getByRole('alert').allTextContents()).join();
  const waiting = names.filter((name) => !shown.includes(`${name} is kept`));
  expect(waiting).toHaveLength(1);
  await expect(toast(page, `${waiting[0]} is kept`)).toBeVisible();
  expect(await page.getByRole('alert').count()).toBeLessThanOrEqual(3);
});
