import { parentPort } from 'node:worker_threads';
import { type JunitInput, readJunit } from './read-junit.ts';

parentPort?.on('message', (input: JunitInput) => parentPort?.postMessage(readJunit(input)));
