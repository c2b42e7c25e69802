/// <reference path="./web-assembly.d.ts" />
import { parentPort, workerData } from 'node:worker_threads';
import { createSandbox, Ended } from './sandbox.ts';

export interface WorkerInput {
  engine: WebAssembly.Module;
  request: string;
  maxOutputBytes: number;
}

export interface WorkerOutput {
  answer: string;
  /** Why there is no answer. */
  failure: string;
}

parentPort?.postMessage(run(workerData as WorkerInput));

function run({ engine, request, maxOutputBytes }: WorkerInput): WorkerOutput {
  const sandbox = createSandbox(new TextEncoder().encode(request), maxOutputBytes);
  try {
    const instance = new WebAssembly.Instance(engine, sandbox.imports);
    sandbox.start(instance);
  } catch (error) {
    if (!(error instanceof Ended)) return { answer: '', failure: reasonOf(error) };
    if (error.reason) return { answer: '', failure: error.reason };
  }
  return { answer: sandbox.output(), failure: '' };
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'the program calls itself too deeply';
  return error instanceof Error ? error.message : String(error);
}
