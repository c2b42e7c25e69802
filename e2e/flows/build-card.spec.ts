import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BuildPage } from '../pages/build-page.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

const template = {
  type: 'AdaptiveCard',
  version: '1.5',
  body: [{ type: 'TextBlock', text: '${count} tests of ${suite}' }],
};

test.use({ settings: { MILLRACE_CARD_NETWORKS: '127.0.0.1' } });

test('renders a card that a step prints in Card View, and keeps it out of the log', async ({
  millrace,
  signedIn: page,
}) => {
  const web = createServer((_, response) => {
    response.end(JSON.stringify(template));
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  try {
    const { port } = web.address() as AddressInfo;
    const card = {
      schema: `http://127.0.0.1:${port}/card.json`,
      data: { count: 42, suite: 'wheels' },
    };
    const encoded = Buffer.from(JSON.stringify(card)).toString('base64');
    const commands = ['echo before', `printf '\\033]1338;${encoded}\\033]0m\\n'`, 'echo after'];
    const tree = await WorkTree.create(millrace, 'admin/mill');
    await tree.commit({ '.drone.yml': pipelineOf(commands) }, 'Show a card');
    await tree.push();
    await page.goto(`${millrace.url}/admin/mill/1/1/2`);
    const build = new BuildPage(page);
    await expect(build.log.getByText('after', { exact: true })).toBeVisible();
    expect(await build.lines('before')).toEqual(['before']);
    await expect(build.log.getByText('wheels')).toHaveCount(0);

    await page.getByRole('button', { name: 'Card View' }).click();
    await expect(page.getByText('42 tests of wheels')).toBeVisible();
    await page.reload();
    await expect(page.getByText('42 tests of wheels')).toBeVisible();
  } finally {
    web.close();
  }
});
