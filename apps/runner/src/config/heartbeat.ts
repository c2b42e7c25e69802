import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const everyMs = 10_000;
/** Allows for some missed heartbeats on a busy machine. */
const maxAgeMs = 60_000;

/**
 * Writes a file regularly from the event loop, so that other processes can see that the runner is alive.
 * Returns a function that stops it.
 */
export function startHeartbeat(dataDir: string): () => void {
  // Errors are ignored: a full disk is reported by the code that needs the space.
  const beat = () => void writeFile(fileIn(dataDir), '').catch(() => {});
  beat();
  const timer = setInterval(beat, everyMs).unref();
  return () => clearInterval(timer);
}

/** Returns why the runner of this folder is not alive; undefined if it is. */
export async function findRunnerProblem(
  dataDir: string,
  nowMs: number,
): Promise<string | undefined> {
  const beat = await stat(fileIn(dataDir)).catch(() => undefined);
  if (!beat) return `No runner uses the folder ${dataDir}.`;
  const ageSec = Math.round((nowMs - beat.mtimeMs) / 1000);
  if (nowMs - beat.mtimeMs <= maxAgeMs) return undefined;
  return `The last heartbeat of the runner in ${dataDir} was ${ageSec} seconds ago.`;
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'heartbeat');
}
