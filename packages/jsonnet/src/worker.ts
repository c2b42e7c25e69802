/// <reference path="./web-assembly.d.ts" />
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';
import type { EngineRequest } from './engine-request.ts';
import { createSandbox, Ended } from './sandbox.ts';

export interface WorkerInput {
  engine: WebAssembly.Module;
  /** Requests come here, each told by a change of `signal`. */
  requests: MessagePort;
  /** One number, which is not 0 when there is something to read. */
  signal: Int32Array<SharedArrayBuffer>;
}

export interface WorkerOutput {
  answer: string;
  /** Why there is no answer; the worker has ended then. */
  failure: string;
  /** Memory of the engine, which never gives any back. */
  memoryBytes: number;
}

run(workerData as WorkerInput);

/** The engine asks for one request after the other, and waits in that call until there is one. */
function run({ engine, requests, signal }: WorkerInput): void {
  const send = (output: WorkerOutput) => parentPort?.postMessage(output);
  const sandbox = createSandbox({
    nextInput: () => waitForRequest(requests, signal),
    answer: (answer, memoryBytes) => send({ answer, failure: '', memoryBytes }),
  });
  let failure = 'the program ended without a value';
  try {
    sandbox.start(new WebAssembly.Instance(engine, sandbox.imports));
  } catch (error) {
    failure = error instanceof Ended && error.reason ? error.reason : reasonOf(error);
  }
  send({ answer: '', failure, memoryBytes: 0 });
}

function waitForRequest(requests: MessagePort, signal: Int32Array): EngineRequest {
  for (;;) {
    Atomics.store(signal, 0, 0);
    const received = receiveMessageOnPort(requests);
    if (received) return received.message as EngineRequest;
    Atomics.wait(signal, 0, 0);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return 'the program calls itself too deeply';
  return error instanceof Error ? error.message : String(error);
}
