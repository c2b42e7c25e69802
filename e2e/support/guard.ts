import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('guard-process.ts', import.meta.url));
const watched = new Set<string>();
let input: NodeJS.WritableStream | undefined;

/**
 * Deletes this folder when the test process ends, and kills every process with data in it. This also works
 * if a hook times out or the tests are killed.
 */
export function guardFolder(folder: string): void {
  if (watched.has(folder)) return;
  watched.add(folder);
  input ??= startGuard();
  input.write(`${folder}\n`);
}

/** Starts the guard. Its standard input is closed when this process ends for any reason. */
function startGuard(): NodeJS.WritableStream {
  const guard = spawn(process.execPath, [script], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C must end the tests first, then the guard.
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard.stdin;
}
