import { getBuild, getRepo } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { giveBuild } from '../../apps/web/src/testing/mock/some-build.ts';
import { expect, test } from '../support/screen.ts';

const notFound = 'We are sorry, the resource you requested cannot be found.';
const guess = 'Something went wrong. It is highly likely that this page does not exist';

for (const message of [errorMessages.notFound, errorMessages.noRows]) {
  test(`'${message}' is the not-found page`, async ({ page, mock }) => {
    mock.fail(getBuild, message, 404);
    await page.goto('/octo/hello/1');
    await expect(page.getByRole('heading', { name: notFound })).toBeVisible();
    await expect(page.getByText("That's all we know.")).toBeVisible();
  });
}

test('a repository that is not there is the not-found page', async ({ page, mock }) => {
  mock.fail(getRepo, errorMessages.notFound, 404);
  mock.fail(getBuild, errorMessages.notFound, 404);
  await page.goto('/octo/hello/1');
  await expect(page.getByRole('heading', { name: notFound })).toBeVisible();
});

for (const path of ['0', 'x', '1/0', '1/1/0', '1/a']) {
  test(`/${path} is no build`, async ({ page, mock }) => {
    giveBuild(mock);
    await page.goto(`/octo/hello/${path}`);
    await expect(page.getByRole('heading', { name: notFound })).toBeVisible();
  });
}

test('any other failure shows its message', async ({ page, mock }) => {
  mock.fail(getBuild, 'the database is on fire', 400);
  await page.goto('/octo/hello/1');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('the database is on fire');
});

test('a build with an error shows its text', async ({ page, mock }) => {
  giveBuild(mock, { status: 'error', error: 'line 4: no such key', stages: [] });
  await page.goto('/octo/hello/1');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('line 4: no such key');
});

test('a stage that the build does not have', async ({ page, mock }) => {
  giveBuild(mock);
  await page.goto('/octo/hello/1/9/1');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(guess);
});
