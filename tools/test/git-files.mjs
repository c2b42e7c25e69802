import { spawnSync } from 'node:child_process';
import { root } from '../setup.mjs';

/** Lists the files of the repository that git tracks or would add, relative to its root. */
export function listFiles() {
  return git('ls-files', '--cached', '--others', '--exclude-standard');
}

/** Lists the files with uncommitted changes that still exist. */
export function listChanged() {
  const changed = git('diff', '--name-only', '--diff-filter=d', 'HEAD');
  return [...changed, ...git('ls-files', '--others', '--exclude-standard')];
}

function git(...args) {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return stdout.split('\n').filter((path) => path !== '');
}
