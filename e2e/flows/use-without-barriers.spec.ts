import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { BuildPage } from '../pages/build-page.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

/** What axe finds against WCAG 2.2 AA, one line for each kind of finding. */
async function findBarriers(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every screen is free of barriers that can be found, ${colorScheme}`, async ({
    millrace,
    signedIn: page,
  }) => {
    await page.emulateMedia({ colorScheme });
    const tree = await WorkTree.create(millrace, 'admin/mill');
    const colours =
      "printf '\\033[31mred\\033[0m \\033[32mgreen\\033[0m \\033[33myellow\\033[0m\\n'";
    await tree.commit({ '.drone.yml': pipelineOf([colours, 'exit 3']) }, 'Show colours');
    await tree.push();

    await page.goto(millrace.url);
    await expect(page.getByRole('link', { name: /Show colours/ }).first()).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${millrace.url}/admin/mill`);
    await expect(page.getByRole('link', { name: /Show colours/ }).first()).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'New Build' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${millrace.url}/admin/mill/1/1/2`);
    await expect(new BuildPage(page).log.getByText('green', { exact: true })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${millrace.url}/no/where`);
    await expect(page.getByText("That's all we know.")).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${millrace.url}/logout`);
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });
}
