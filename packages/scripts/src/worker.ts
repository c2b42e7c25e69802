/// <reference path="./web-assembly.d.ts" />
import { parentPort, workerData } from 'node:worker_threads';
import { readThreadId } from '@millrace/node-kit/thread-time';
import { Ended, startEngine } from './engine.ts';

export interface WorkerInput {
  engine: WebAssembly.Module;
}

export interface WorkerOutput {
  text: string;
  /** Reason why there is no answer; the engine is then unusable. */
  failure: string;
}

const { engine } = workerData as WorkerInput;
const evaluate = startEngine(engine);

parentPort?.on('message', (request: string) => parentPort?.postMessage(answer(request)));
// The engine is ready.
parentPort?.postMessage(readThreadId());

function answer(request: string): WorkerOutput {
  try {
    return { text: evaluate(request), failure: '' };
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    return { text: '', failure: error.message };
  }
}
