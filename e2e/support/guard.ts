import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('guard-process.ts', import.meta.url));
const watched = new Set<string>();
let input: NodeJS.WritableStream | undefined;

/**
 * From now on this folder goes with the process of the tests, and so does every process that has its
 * data there: also where a hook runs out of time, or the tests are killed.
 */
export function guardFolder(folder: string): void {
  if (watched.has(folder)) return;
  watched.add(folder);
  input ??= startGuard();
  input.write(`${folder}\n`);
}

/** Its input ends with this process, however that ends. */
function startGuard(): NodeJS.WritableStream {
  const guard = spawn(process.execPath, [script], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C ends the tests; it ends after them.
    detached: true,
  });
  guard.unref();
  (guard.stdin as Socket).unref();
  return guard.stdin;
}
