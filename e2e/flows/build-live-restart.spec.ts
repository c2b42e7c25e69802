import { BuildPage } from '../pages/build-page.ts';
import { Gate } from '../support/gate.ts';
import { Millrace } from '../support/millrace.ts';
import { RemoteRunner, remoteOnly } from '../support/remote-runner.ts';
import { test as base, expect, signIn } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

/** A server that leaves all stages to remote runners, which continue while it is stopped. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: the test runner asks for a pattern here
  millrace: async ({}, use) => {
    const millrace = await Millrace.start(remoteOnly);
    await use(millrace);
    await millrace.dispose();
  },
});

for (const way of ['crash', 'end'] as const) {
  test(`shows every line once on the open page after a server ${way}`, async ({
    millrace,
    page,
  }) => {
    const runner = new RemoteRunner(millrace, 'far', 1);
    await runner.start();
    const duringDowntime = new Gate(millrace);
    const afterRestart = new Gate(millrace);
    try {
      const tree = await WorkTree.create(millrace, 'admin/mill');
      const print = (from: number, to: number) =>
        `for n in $(seq ${from} ${to}); do echo "line $n"; sleep 0.02; done`;
      const commands = [
        print(1, 120),
        duringDowntime.wait,
        print(121, 160),
        afterRestart.wait,
        print(161, 200),
      ];
      await tree.commit({ '.drone.yml': pipelineOf(commands) }, 'Turn on and on');
      await tree.push();

      await signIn(page, millrace.url, 'admin', millrace.adminPassword);
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
      await page.goto(`${millrace.url}/admin/mill/1/1/2`);
      const build = new BuildPage(page);
      const line = (text: string) => build.log.getByText(text, { exact: true });
      await expect(line('line 120')).toBeVisible();

      await millrace[way]();
      await duringDowntime.open();
      await expect(page.getByText('The connection to the server is lost.')).toBeVisible();
      await millrace.start();
      await expect(line('line 160')).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText('The connection to the server is lost.')).toBeHidden();

      await afterRestart.open();
      await expect(line('line 200')).toBeVisible();
      await expect(page.getByText('Exit Code 0')).toBeVisible();
      const expected = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`);
      await expect.poll(() => build.allLines('line')).toEqual(expected);

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download log' }).click();
      const stream = await (await download).createReadStream();
      const text = Buffer.concat(await stream.toArray()).toString();
      expect(text.split('\n').filter((printed) => printed.startsWith('line '))).toEqual(expected);
      await expect(build.status('success')).toBeVisible();
    } finally {
      // A runner waits for its steps before it exits.
      await Promise.all([duringDowntime.open(), afterRestart.open()]);
      await runner.end();
    }
  });
}
