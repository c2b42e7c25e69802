import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { RepositoryFiles } from './repository-files.ts';

it.each([
  ['without a HEAD file', null, 'refs/heads/main'],
  ['with a branch that contains a slash', 'ref: refs/heads/feature/a\n', 'refs/heads/feature/a'],
  ['in reftable format', 'ref: refs/heads/.invalid\n', null],
  ['detached at a commit', `${'a'.repeat(40)}\n`, null],
])('reads the HEAD of a repository: %s', async (_, text, ref) => {
  const root = await mkdtemp(join(tmpdir(), 'millrace-repository-files-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const files = new RepositoryFiles(root);
  await files.create('ada', 'project');
  if (text) await writeFile(join(files.pathOf('ada', 'project'), 'HEAD'), text);
  expect(await files.readHead('ada', 'project')).toBe(ref);
  expect(await files.readHead('ada', 'absent')).toBeNull();
});
