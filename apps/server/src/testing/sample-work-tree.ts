import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
const made = new Map<string, string>();

/**
 * A work tree with one commit of this pipeline file: made once, pushed to as many places as there are,
 * until {@link removeSampleWorkTrees}.
 */
export function findSampleWorkTree(pipeline: string, env: Record<string, string>): string {
  const known = made.get(pipeline);
  if (known) return known;
  const dir = mkdtempSync(join(tmpdir(), 'millrace-sample-'));
  made.set(pipeline, dir);
  const git = (...args: string[]) =>
    execFileSync('git', [...identity, ...args], { cwd: dir, env: { ...process.env, ...env } });
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(dir, '.drone.yml'), pipeline);
  git('add', '--all');
  git('commit', '--quiet', '--message', 'First commit');
  return dir;
}

export function removeSampleWorkTrees(): void {
  for (const dir of made.values()) rmSync(dir, { recursive: true, force: true });
  made.clear();
}
