import { pipelineOf, WorkTree } from '../support/work-tree.ts';
import { Screen } from './screen.ts';
import { expect, test } from './test.ts';

const report = `<!doctype html><html lang="en"><title>Coverage</title><link rel="stylesheet" href="style.css">
<script src="app.js" defer></script><h1>Coverage</h1><p id="fetched"></p><p id="stored"></p><p id="account"></p>`;
const script = `const show = (id, text) => { document.getElementById(id).textContent = text; };
fetch('results.json').then((answer) => answer.json()).then(({ lines }) => show('fetched', lines));
localStorage.setItem('theme', 'dark');
show('stored', localStorage.getItem('theme') + self.origin);`;

// The preview has no styles and no scripts, and a report has no icon.
test.use({ mayLog: /\/artifacts\/1\/2\/site\/|\/favicon\.ico|^CONSOLE SECURITY ERROR Blocked by/ });

test('runs the scripts of a report, without access to the session', async ({
  millrace,
  slug,
  screen,
  admin,
}) => {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit(
    {
      '.drone.yml': `${pipelineOf(['true'])}    artifacts: [ 'site/**' ]\n`,
      'site/index.html': report,
      'site/app.js': script,
      'site/style.css': 'h1 { color: rgb(1, 2, 3) }',
      'site/results.json': '{"lines":"93 %"}',
    },
    'Leave a report',
  );
  await tree.push();
  await admin.finishedBuild(slug, 1);
  await screen.goto(`${millrace.url}/${slug}/1`);
  await screen.get('button', 'Artifacts').click();
  await screen.seesText('4 files, ');
  await screen.run(() => document.querySelector<HTMLElement>('[title="site/index.html"]')?.click());
  const link = screen.get('link', 'Open site/index.html with its scripts in a new tab');
  await link.shown();
  // The preview has no scripts.
  const inFrame = () => screen.run(() => document.querySelector('iframe')?.getAttribute('sandbox'));
  expect(await inFrame()).toBe('');
  await link.click();
  const opened = new Screen(await screen.tab.waitForPopup());
  await opened.seesText('93 %');
  await opened.seesText('darknull');
  const color = () =>
    opened.run(() => getComputedStyle(document.querySelector('h1') ?? document.body).color);
  await expect.poll(color).toBe('rgb(1, 2, 3)');
});
