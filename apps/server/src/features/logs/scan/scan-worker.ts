import { parentPort } from 'node:worker_threads';
import { runScanTask, type ScanTask } from './scan-tasks.ts';

parentPort?.on('message', (task: ScanTask) => parentPort?.postMessage(runScanTask(task)));
