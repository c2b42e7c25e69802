// Programs that some tests drive and that are no part of this repository: whoever runs the tests says
// where they are, or they are built from what a registry has.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { installPackages, root, say } from './setup.mjs';

const programs = [
  { variable: 'MILLRACE_TEST_DRONE_CLI', file: 'drone', what: 'that command line client' },
  { variable: 'MILLRACE_TEST_GITEA', file: 'gitea', what: 'a real Gitea' },
  {
    variable: 'MILLRACE_TEST_S3',
    file: 'versitygw',
    what: 'a real server of S3',
    module: 'github.com/versity/versitygw/cmd/versitygw',
    version: 'v1.8.0',
  },
];
const cache = join(root, 'node_modules', '.cache', 'millrace-test-programs');
const longestBuildMs = 240_000;

/**
 * The programs that `MILLRACE_TEST_…` names, or those packed in `MILLRACE_TEST_…_ARCHIVE` (xz), for the
 * environment of the tests; one that is a Go module is built where neither is set. Never fails: without
 * a program its tests are skipped.
 */
export function ensureTestPrograms() {
  return Object.assign({}, ...programs.map(ensureProgram));
}

function ensureProgram({ variable, file, what, module, version }) {
  const program = process.env[variable];
  const archive = process.env[`${variable}_ARCHIVE`];
  if (program) return { [variable]: program };
  if (!archive && module) {
    const built = join(cache, `${file}-${version}`);
    const reason = existsSync(built) ? '' : build(`${module}@${version}`, file, built);
    if (!reason) return { [variable]: built };
    say(`${file} cannot be built, so the tests with ${what} are skipped: ${reason}`);
    return {};
  }
  if (!archive) {
    say(`${variable} names no program, so the tests with ${what} are skipped.`);
    return {};
  }
  const unpacked = join(cache, file);
  const reason = unpack(archive, unpacked);
  if (!reason) return { [variable]: unpacked };
  say(`${archive} cannot be unpacked, so the tests with ${what} are skipped: ${reason}`);
  return {};
}

/** Why it failed, if it did. Go keeps what it fetched and compiled in folders of its own. */
function build(what, file, built) {
  if (spawnSync('go', ['version']).status !== 0) return 'it needs Go';
  say(`Building ${what} for the tests (about a minute, once) …`);
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'build-'));
  const go = spawnSync('go', ['install', '-trimpath', '-ldflags=-s -w', what], {
    env: { ...process.env, GOBIN: folder, GOFLAGS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: longestBuildMs,
  });
  if (go.status === 0) renameSync(join(folder, file), built);
  rmSync(folder, { recursive: true });
  if (go.status === 0) return '';
  return go.error?.message ?? go.stderr.trim().split('\n').at(-1);
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
