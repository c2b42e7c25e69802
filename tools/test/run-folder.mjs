// The folders of a run, which contain or name everything that the run creates on this machine, and their
// removal. Each run has a file in `millrace-test-runs-USER`, which says what it owns. A guard process removes
// that when the run ends for any reason. If the guard was killed too, the next run does it.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { cleanUp, readNamespace, readStat } from './clean-up.mjs';

const memory = '/dev/shm';
/** Upper bound of the disk space that the tests use at the same time. */
const testBytes = 3e9;
const guardScript = fileURLToPath(new URL('guard.mjs', import.meta.url));
/** Time for the guard of another run, and for this one's. */
const maxCleanUpMs = 60_000;
const pollMs = 50;

/**
 * Creates the folders of a run after it has cleaned up after dead runs. `folder` is for the files of the
 * tests, in memory if there is enough of it; `diskFolder` is for reports and the Docker engine.
 */
export async function createRun(runs = openRunsFolder()) {
  await cleanUpDeadRuns(runs);
  const id = `millrace-${randomBytes(4).toString('hex')}`;
  const file = join(runs, `${id}.json`);
  const folder = join(hasRoomInMemory() ? memory : tmpdir(), id);
  const diskFolder = join(tmpdir(), `${id}-disk`);
  const state = { owner: identify(process.pid), folders: [folder, diskFolder] };
  writeState(file, state);
  // Steps that run as another account need to enter the folder.
  mkdirSync(folder);
  chmodSync(folder, 0o711);
  mkdirSync(diskFolder, { mode: 0o700 });
  const guard = spawn(process.execPath, [guardScript, file], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C must only end the tests; the guard ends after them.
    detached: true,
  });
  writeState(file, Object.assign(state, { guard: identify(guard.pid) }));
  guard.unref();
  guard.stdin.unref();
  const ended = new Promise((resolve) => guard.once('exit', resolve));
  return {
    folder,
    diskFolder,
    /** Makes the guard remove containers of the run from an engine that the run did not start. */
    useEngine: (dockerSocket) => writeState(file, Object.assign(state, { dockerSocket })),
    /** Resolves when the guard has removed everything. */
    end: async () => {
      guard.stdin.end();
      guard.ref();
      await Promise.race([ended, wait(maxCleanUpMs, undefined, { ref: false })]);
    },
  };
}

/** Removes what a run owns, and its file at last, so that an interrupted clean-up is repeated. */
export async function cleanUpRun(file) {
  const state = readState(file);
  if (state) await cleanUp(state);
  rmSync(file, { force: true });
  try {
    rmdirSync(dirname(file));
  } catch {
    // It has files of other runs.
  }
}

/** Cleans up after runs that have ended while their guard was killed. Waits for guards at work. */
async function cleanUpDeadRuns(runs) {
  for (const name of list(runs).filter((file) => file.endsWith('.json'))) {
    const file = join(runs, name);
    const { owner, guard } = readState(file) ?? {};
    if (isAlive(owner)) continue;
    const until = Date.now() + maxCleanUpMs;
    while (existsSync(file) && isAlive(guard) && Date.now() < until) await wait(pollMs);
    await cleanUpRun(file);
  }
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the folder with the files of all runs of this user, which others must not be able to write. */
function openRunsFolder() {
  const user = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `millrace-test-runs-${user}`);
  mkdirSync(folder, { mode: 0o700, recursive: true });
  const found = lstatSync(folder);
  if (!found.isDirectory() || (process.getuid && found.uid !== user))
    throw new Error(`${folder} belongs to another user; delete it.`);
  return folder;
}

function identify(pid) {
  return { pid, startTime: readStat(pid).startTime, namespace: readNamespace() };
}

/**
 * True if this very process is running, and not another one that received its id. True if it cannot be seen
 * from here.
 */
function isAlive(identity) {
  if (!identity) return false;
  if (identity.namespace !== readNamespace()) return true;
  const { state, startTime } = readStat(identity.pid);
  if (identity.startTime !== undefined) return state !== 'Z' && startTime === identity.startTime;
  try {
    return process.kill(identity.pid, 0);
  } catch {
    return false;
  }
}

function readState(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Replaces the file as a whole, because another run may be reading it. */
function writeState(file, state) {
  // A run that ends may have deleted the empty folder.
  mkdirSync(dirname(file), { mode: 0o700, recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

/**
 * True if memory has room for the files of the tests, which is faster than a disk, and programs can be run
 * there.
 */
function hasRoomInMemory() {
  if (process.env.TMPDIR) return false;
  let folder;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < testBytes || freemem() < 2 * testBytes) return false;
    folder = mkdtempSync(join(memory, 'millrace-'));
    const program = join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    return spawnSync(program).status === 0;
  } catch {
    return false;
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
}
