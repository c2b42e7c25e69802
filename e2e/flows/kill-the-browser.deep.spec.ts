import type { KeptStep } from '@millrace/contract/api';
import { terminalLimits } from '@millrace/contract/terminals';
import { Admin } from '../support/admin.ts';
import { expect, test } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

const rounds = 3;
const kills = terminalLimits.keptPerRunner;
/** Time after which nobody can be in a terminal whose browser was killed, and a round of the checks. */
const goneSec = terminalLimits.unseenSec + terminalLimits.abandonedSec + 30;

test.use({ hasOwnServer: true });
test.setTimeout(rounds * (goneSec + 60) * 1000);

test('removes an environment after the browser with its terminal was killed', async ({
  millrace,
  playwright,
  launchOptions,
  slug,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ README: 'Without a pipeline' }, 'Begin');
  await tree.push();
  const admin = await Admin.signIn(millrace);
  await admin.call('POST', `/api/repos/${slug}`);
  await admin.call('PATCH', `/api/repos/${slug}/terminal-settings`, { keep_failed: true });

  /** Opens a terminal in a failed build, in a browser of its own, and kills the browser. */
  async function killBrowserOf(build: number): Promise<void> {
    const server = await playwright.chromium.launchServer(launchOptions);
    const browser = await playwright.chromium.connect(server.wsEndpoint());
    const page = await browser.newPage();
    const form = { username: 'admin', password: millrace.adminPassword };
    await page.request.post(`${millrace.url}/login`, { form, maxRedirects: 0 });
    await page.goto(`${millrace.url}/${slug}/${build}`);
    await page.getByRole('button', { name: /Open a terminal/ }).click();
    const terminal = page
      .getByRole('dialog', { name: /^Terminal: / })
      .getByRole('region', { name: /^Terminal: / });
    await expect(terminal).toBeVisible();
    await page.keyboard.type('echo op""en\n');
    await expect(terminal).toContainText('open');
    await server.kill();
  }

  const listKept = (build: number) =>
    admin.call<KeptStep[]>('GET', `/api/repos/${slug}/builds/${build}/kept-steps`);

  for (let round = 0; round < rounds; round++) {
    const builds = Array.from({ length: kills }, (_, at) => round * kills + at + 1);
    for (const build of builds) {
      const files = { '.drone.yml': pipelineOf(['exit 7']), build: String(build) };
      await tree.commit(files, `Break the mill ${build}`);
      await tree.push();
      expect((await admin.finishedBuild(slug, build)).status).toBe('failure');
      await killBrowserOf(build);
    }
    for (const build of builds) {
      const ends = async () => (await listKept(build)).map(({ end_reason }) => end_reason);
      await expect.poll(ends, { timeout: goneSec * 1000 }).toEqual(['left']);
      const [kept] = await listKept(build);
      expect(kept?.ended).toBeLessThan(kept?.until ?? 0);
    }
  }
});
