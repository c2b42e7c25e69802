import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pinnedNode, root } from './setup.mjs';

const memory = '/dev/shm';
/** More than the tests ever have on disk at once. */
const testBytes = 3e9;

/**
 * A folder for all that the tests put down. It goes with this process, however that ends, and so does
 * every process that has its data there: nothing that a test started outlives the tests.
 */
export function guardedFolder() {
  const folder = mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), 'millrace-'));
  // Steps that run as another account must get to what is theirs in it.
  chmodSync(folder, 0o711);
  const guard = spawn(pinnedNode, [join(root, 'e2e', 'support', 'guard-process.ts')], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C ends the tests; it ends after them.
    detached: true,
  });
  guard.stdin.write(`${folder}\n`);
  guard.unref();
  guard.stdin.unref();
  return folder;
}

/** Whether tests can put down all they have in memory, where nobody waits for a disk, and run programs there. */
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
