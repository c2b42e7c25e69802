import { scryptSync } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { KeyRequest } from './password-hasher.ts';

// Whoever does anything but sign in goes first. Elsewhere it would change the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on('message', ({ password, salt, keyBytes, cost }: KeyRequest) => {
  parentPort?.postMessage(scryptSync(password, salt, keyBytes, cost));
});
