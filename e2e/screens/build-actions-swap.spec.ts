import { cancelBuild, restartBuild } from '@millrace/contract/api';
import { publishUpdate, setStep } from '@millrace/contract/testing/mock-api';
import type { Page } from '@playwright/test';
import { buttonOf } from '../support/build-screen.ts';
import { expect, test } from '../support/screen.ts';

/** Pauses animations. The returned function resumes them. */
async function holdAnimations(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { animation-play-state: paused !important; }');
    document.adoptedStyleSheets = [sheet];
  });
  return () =>
    page.evaluate(() => {
      document.adoptedStyleSheets = [];
    });
}

async function pressAt(page: Page, name: string): Promise<void> {
  const box = await buttonOf(page, name).boundingBox();
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
}

test('ignores a click meant for Cancel when the build finishes and the button changes to Restart', async ({
  page,
  mock,
}) => {
  const build = setStep(mock, { status: 'running' });
  await page.goto('/octo/hello/1');
  await expect(buttonOf(page, 'Cancel')).toBeVisible();
  await expect.poll(() => mock.listeners).toBe(1);
  const resume = await holdAnimations(page);
  publishUpdate(mock, build, { status: 'success', finished: build.started + 9 });
  await expect(buttonOf(page, 'Restart')).toBeVisible();
  await pressAt(page, 'Restart');
  await resume();
  expect(mock.calls(restartBuild)).toEqual([]);
  await buttonOf(page, 'Restart').click();
  await expect.poll(() => mock.calls(restartBuild).length).toBe(1);
});

test('ignores a second click on Restart, after which Cancel of the new build is in its place', async ({
  page,
  mock,
}) => {
  const build = setStep(mock, { status: 'success' });
  const next = { ...build, id: 2, number: 2, status: 'running', finished: 0 } as const;
  mock.state.builds['octo/hello'] = [next, build];
  mock.reply(restartBuild, () => next);
  await page.goto('/octo/hello/1');
  await buttonOf(page, 'Restart').hover();
  await expect(buttonOf(page, 'Restart')).toHaveCSS('pointer-events', 'auto');
  const resume = await holdAnimations(page);
  await buttonOf(page, 'Restart').click();
  await expect(page).toHaveURL('/octo/hello/2/1/1');
  await expect(buttonOf(page, 'Cancel')).toBeVisible();
  await pressAt(page, 'Cancel');
  await resume();
  expect(mock.calls(cancelBuild)).toEqual([]);
});
