import { Gate } from '../support/gate.ts';
import { Screen } from './screen.ts';
import { expect, push, test } from './test.ts';

test('signs in, and shows a pushed build while it runs, in two tabs', async ({
  millrace,
  slug,
  session,
  screen,
}) => {
  const other = new Screen(await session.openTab());
  await other.goto(millrace.url);
  const gate = new Gate(millrace);
  await push(millrace, slug, ['echo before', gate.wait, 'echo after']);
  const name = new RegExp(`${slug.replace('admin/', '')}\\b`);
  for (const each of [screen, other]) {
    const activity = each.get('region', 'Recent Activity');
    await each.get('link', name, activity).shown();
  }
  await screen.get('link', name, screen.get('region', 'Recent Activity')).click();
  await screen.get('link', /Turn the wheel/).click();
  await screen.get('heading', /Turn the wheel/).shown();
  await screen.get('link', /work/).click();
  const log = screen.get('log');
  await log.contains(/^before$/m);
  await screen.seesText('Step is running...');
  const status = (name: string) => screen.get('img', name, screen.get('main'));
  await status('Running').shown();

  await gate.open();
  await log.contains(/^after$/m);
  await screen.seesText('Exit Code 0');
  await status('Success').shown();
  const activity = other.get('region', 'Recent Activity');
  await other.get('img', /success/i, activity).shown();
  expect(await other.run(() => document.title)).toContain('Millrace');
});

test('opens a failed build at the line of its error', async ({ millrace, slug, screen, admin }) => {
  await push(millrace, slug, ['seq 300', 'echo "error: it rains"', 'exit 3']);
  await admin.finishedBuild(slug, 1);
  await screen.goto(`${millrace.url}/${slug}/1`);
  const summary = screen.get('group', 'What failed');
  await screen.get('link', /error: it rains/, summary).click();
  await screen.isAt(/\/1\/1\/2#L\d+$/);
  await screen.get('log').contains('error: it rains');
  await screen.seesText('Exit Code 3');
});
