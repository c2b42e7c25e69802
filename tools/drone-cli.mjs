// The command line client of existing servers, for the tests that drive it. It is no part of this
// repository: whoever runs the tests says where it is.
import { spawnSync } from 'node:child_process';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installPackages, root, say } from './setup.mjs';

const unpacked = join(root, 'node_modules', '.cache', 'millrace-clients', 'drone');

/**
 * The program that `MILLRACE_TEST_DRONE_CLI` names, or the one packed in
 * `MILLRACE_TEST_DRONE_CLI_ARCHIVE` (xz). Never fails: without it its tests are skipped.
 */
export function ensureDroneCli() {
  const { MILLRACE_TEST_DRONE_CLI: program, MILLRACE_TEST_DRONE_CLI_ARCHIVE: archive } =
    process.env;
  if (program) return { MILLRACE_TEST_DRONE_CLI: program };
  if (!archive) {
    say('MILLRACE_TEST_DRONE_CLI names no program, so the tests of that client are skipped.');
    return {};
  }
  const reason = unpack(archive);
  if (!reason) return { MILLRACE_TEST_DRONE_CLI: unpacked };
  say(`${archive} cannot be unpacked, so the tests of that client are skipped: ${reason}`);
  return {};
}

/** Why it failed, if it did. */
function unpack(archive) {
  if (!existsSync(archive)) return 'there is no such file';
  if (spawnSync('xz', ['--version']).status !== 0) {
    say('Installing xz-utils to unpack the command line client …');
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
