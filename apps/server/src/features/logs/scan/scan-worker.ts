import { parentPort } from 'node:worker_threads';
import { createScanTasks } from './scan-tasks.ts';

const run = createScanTasks();
parentPort?.on('message', (task) => parentPort?.postMessage(run(task)));
