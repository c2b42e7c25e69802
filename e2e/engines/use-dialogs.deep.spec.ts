import { expect, push, test } from './test.ts';

test('creates a secret in a dialog that keeps and returns the focus', async ({
  millrace,
  slug,
  screen,
}) => {
  await push(millrace, slug, ['true']);
  await screen.goto(`${millrace.url}/${slug}/settings/secrets`);
  const opener = screen.get('button', 'New Secret');
  await opener.click();
  const dialog = screen.get('dialog', 'Create a New Secret');
  await dialog.shown();
  await expect.poll(async () => (await dialog.shown()).containsFocus).toBe(true);
  for (let at = 0; at < 15; at++) {
    await screen.press('Tab');
    // Behind the last field, an element around the dialog returns the focus to the first.
    const hasFocus = () =>
      screen.run(() =>
        document.activeElement?.matches('[role=dialog] :not([data-base-ui-focus-guard])'),
      );
    await expect.poll(hasFocus, { intervals: [20] }).toBe(true);
  }
  await screen.press('Escape');
  await dialog.hidden();
  await opener.hasFocus();

  await opener.click();
  await screen.get('field', 'Name', dialog).fill('word');
  await screen.get('field', 'Value', dialog).fill('sesame-open');
  await screen.get('button', 'Create', dialog).click();
  await screen.seesText('Secret has been added successfully');
  await screen.get('row', /word/).shown();
  await opener.hasFocus();
});

test('starts a build in New Build', async ({ millrace, slug, screen }) => {
  await push(millrace, slug, ['echo "grain is $GRAIN"']);
  await screen.goto(`${millrace.url}/${slug}`);
  await screen.get('button', 'New Build').click();
  const dialog = screen.get('dialog', 'Create a New Build');
  await screen.get('field', 'Key', dialog).fill('GRAIN');
  await screen.get('field', 'Value', dialog).fill('rye');
  await screen.get('button', '+ Add', dialog).click();
  await screen.get('button', 'Create', dialog).click();
  await screen.isAt(new RegExp(`${millrace.url}/${slug}/2`));
  await screen.get('link', /work/).click();
  await screen.get('log').contains('grain is rye');
});

test('changes to the dark theme in the account menu', async ({ screen }) => {
  const color = () => screen.run(() => getComputedStyle(document.body).color);
  const before = await color();
  const menu = screen.get('button', /^Account menu/);
  await menu.click();
  await screen.get('menuitemradio', 'Dark').click();
  await expect.poll(color).not.toBe(before);
  const dark = await color();
  expect(await screen.run(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
  await screen.run(() => location.reload());
  await screen.get('heading', 'Dashboard').shown();
  await expect.poll(color).toBe(dark);
});
