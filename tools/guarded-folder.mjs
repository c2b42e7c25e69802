import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinnedNode, root } from './setup.mjs';

const memory = '/dev/shm';
/** More bytes than the tests ever need on disk at the same time. */
const testBytes = 3e9;

/**
 * Creates a folder for all files of the tests. When this process ends, however it ends, the folder is
 * deleted and every process with data in it is killed, so that nothing started by a test outlives the
 * tests.
 */
export function guardedFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), 'millrace-'));
  // Steps that run as another account need access to their files in it.
  chmodSync(folder, 0o711);
  const guard = spawn(pinnedNode, [join(root, 'e2e', 'support', 'guard-process.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C ends the tests; the guard ends after them.
    detached: true,
  });
  guard.stdin.write(`${folder}\n`);
  guard.unref();
  guard.stdin.unref();
  return folder;
}

/** True if tests can store their files in memory, which is fast, and can run programs there. */
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
