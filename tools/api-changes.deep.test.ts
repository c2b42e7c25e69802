import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createOpenApi } from '@millrace/contract/openapi';
import { afterAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const oasdiff = process.env.MILLRACE_TEST_OASDIFF ?? '';
const folder = mkdtempSync(join(tmpdir(), 'millrace-api-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Tag of the newest release in the history of this commit. */
const release = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*'], {
  cwd: root,
  encoding: 'utf8',
}).stdout.trim();

const current = createOpenApi('current');

/** Returns what breaks clients of the old version, in the words of oasdiff; an empty text for nothing. */
function findBreaks(old: string): string {
  const now = join(folder, 'now.json');
  writeFileSync(now, JSON.stringify(current));
  const { status, stdout, stderr } = spawnSync(
    oasdiff,
    ['breaking', '--fail-on', 'ERR', old, now],
    {
      encoding: 'utf8',
    },
  );
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** Writes the document of a release, as its own code describes it. */
function describeRelease(tag: string): string {
  const checkout = join(folder, tag);
  mkdirSync(join(checkout, 'node_modules', '@millrace'), { recursive: true });
  const archive = execFileSync('git', ['archive', tag, 'packages'], {
    cwd: root,
    maxBuffer: 1024 ** 3,
  });
  execFileSync('tar', ['-x', '-C', checkout], { input: archive });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@millrace')
      symlinkSync(join(root, 'node_modules', name), join(checkout, 'node_modules', name));
  for (const name of readdirSync(join(checkout, 'packages')))
    symlinkSync(
      join(checkout, 'packages', name),
      join(checkout, 'node_modules', '@millrace', name),
    );
  const script = `
    const { createOpenApi } = await import('@millrace/contract/openapi');
    process.stdout.write(JSON.stringify(createOpenApi('${tag}')));`;
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });
  const file = join(folder, 'release.json');
  writeFileSync(file, text);
  return file;
}

describe.skipIf(!oasdiff)(`the API${oasdiff ? '' : ' (skipped: no oasdiff)'}`, () => {
  it('is compared for changes that break clients', () => {
    const { paths } = current as { paths: Record<string, unknown> };
    const old = join(folder, 'old.json');
    writeFileSync(
      old,
      JSON.stringify({ ...current, paths: { ...paths, '/api/gone': paths['/api/user'] } }),
    );
    expect(findBreaks(old)).toContain('/api/gone');
    writeFileSync(old, JSON.stringify(current));
    expect(findBreaks(old)).toBe('');
  });

  it.skipIf(!release)(
    `breaks no client of the last release${release ? ` (${release})` : ' (skipped: none yet)'}`,
    () => expect(findBreaks(describeRelease(release))).toBe(''),
  );
});
