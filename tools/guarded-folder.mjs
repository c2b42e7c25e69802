import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinnedNode, root } from './setup.mjs';

const memory = '/dev/shm';
/** Upper bound of the disk space that the tests use at the same time. */
const testBytes = 3e9;

/**
 * Creates a folder for all files of the tests. When this process ends, even by a signal, a guard process
 * deletes the folder and kills every process that uses it, so that nothing outlives the tests.
 */
export function guardedFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), 'millrace-'));
  // Steps that run as another account need to enter the folder.
  chmodSync(folder, 0o711);
  const guard = spawn(pinnedNode, [join(root, 'e2e', 'support', 'guard-process.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C must only end the tests; the guard ends after them.
    detached: true,
  });
  guard.stdin.write(`${folder}\n`);
  guard.unref();
  guard.stdin.unref();
  return folder;
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
