import { parentPort } from 'node:worker_threads';
import { packReport } from '../packed-report.ts';
import { type JunitInput, readJunit } from './read-junit.ts';

parentPort?.on('message', (input: JunitInput) => {
  parentPort?.postMessage(packReport(readJunit(input)));
});
