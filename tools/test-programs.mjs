// Programs that some tests drive and that are no part of this repository: whoever runs the tests says
// where they are.
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installPackages, root, say } from './setup.mjs';

const programs = [
  { variable: 'MILLRACE_TEST_DRONE_CLI', file: 'drone', what: 'that command line client' },
  { variable: 'MILLRACE_TEST_GITEA', file: 'gitea', what: 'a real Gitea' },
];

/**
 * The programs that `MILLRACE_TEST_…` names, or those packed in `MILLRACE_TEST_…_ARCHIVE` (xz), for the
 * environment of the tests. Never fails: without a program its tests are skipped.
 */
export function ensureTestPrograms() {
  return Object.assign({}, ...programs.map(ensureProgram));
}

function ensureProgram({ variable, file, what }) {
  const program = process.env[variable];
  const archive = process.env[`${variable}_ARCHIVE`];
  if (program) return { [variable]: program };
  if (!archive) {
    say(`${variable} names no program, so the tests with ${what} are skipped.`);
    return {};
  }
  const unpacked = join(root, 'node_modules', '.cache', 'millrace-test-programs', file);
  const reason = unpack(archive, unpacked);
  if (!reason) return { [variable]: unpacked };
  say(`${archive} cannot be unpacked, so the tests with ${what} are skipped: ${reason}`);
  return {};
}

/** Why it failed, if it did. */
function unpack(archive, unpacked) {
  if (!existsSync(archive)) return 'there is no such file';
  if (spawnSync('xz', ['--version']).status !== 0) {
    say(`Installing xz-utils to unpack ${archive} …`);
    installPackages(['xz-utils']);
  }
  mkdirSync(dirname(unpacked), { recursive: true });
  // Tests that run already go on with the program that they have.
  const draft = `${unpacked}.${process.pid}`;
  const file = openSync(draft, 'w');
  const xz = spawnSync('xz', ['--decompress', '--stdout', archive], {
    stdio: ['ignore', file, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(file);
  if (xz.status !== 0) {
    rmSync(draft);
    return xz.error?.message ?? xz.stderr.trim();
  }
  chmodSync(draft, 0o755);
  renameSync(draft, unpacked);
  return '';
}
