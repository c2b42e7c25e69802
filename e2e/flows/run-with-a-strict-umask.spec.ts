import { Admin } from '../support/admin.ts';
import { Millrace } from '../support/millrace.ts';
import { test as base, expect } from '../support/test.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';

/** A server with the mask of the shipped systemd units. */
const test = base.extend<{ strict: Millrace }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
  strict: async ({}, use) => {
    const before = process.umask(0o077);
    const millrace = await Millrace.start();
    process.umask(before);
    await use(millrace);
    await millrace.dispose();
  },
});

test('gives sources and results the modes of git', async ({ strict: millrace }) => {
  const tree = await WorkTree.create(millrace, 'admin/modes');
  const commands = [
    'mkdir made && touch made/file',
    'test "$(umask)" = 0022',
    "stat -c '%a' . .drone.yml docs docs/page made made/file | tr '\\n' ' '",
    'test "$(stat -c %a . .drone.yml docs docs/page made made/file | tr "\\n" " ")" = "755 644 755 644 755 644 "',
  ];
  await tree.commit({ '.drone.yml': pipelineOf(commands), 'docs/page': 'Modes' }, 'Grind');
  await tree.push();
  const admin = await Admin.signIn(millrace);
  expect((await admin.finishedBuild('admin/modes', 1)).status).toBe('success');
});
