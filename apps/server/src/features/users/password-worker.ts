import { scryptSync } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { KeyRequest } from './password-hasher.ts';

parentPort?.on('message', ({ password, salt, keyBytes, cost }: KeyRequest) => {
  parentPort?.postMessage(scryptSync(password, salt, keyBytes, cost));
});
