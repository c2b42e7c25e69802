/// <reference path="./web-assembly.d.ts" />
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { brotliDecompress } from 'node:zlib';
import type { EngineRequest } from './engine-request.ts';
import { JsonnetError } from './jsonnet-error.ts';
import type { WorkerInput, WorkerOutput } from './worker.ts';

/** Beyond this an engine is not used again: it gives no memory back. */
const maxMemoryBytes = 128 * 1024 * 1024;

/** A thread with an engine that is ready to run programs, one after the other. */
export class EngineWorker {
  private readonly worker: Worker;
  private readonly requests: MessagePort;
  private readonly signal = new Int32Array(new SharedArrayBuffer(4));
  /** True once it can run no more programs. */
  isSpent = false;
  /** What to tell of the program that runs. */
  private settle: ((output: Partial<WorkerOutput>) => void) | undefined;

  private constructor(engine: WebAssembly.Module) {
    const { port1, port2 } = new MessageChannel();
    this.requests = port1;
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { engine, requests: port2, signal: this.signal } satisfies WorkerInput,
      transferList: [port2],
      env: {},
      execArgv: [],
    });
    this.worker.on('message', (output: WorkerOutput) => this.settle?.(output));
    this.worker.on('error', (error) => this.fail(`the program broke off: ${String(error)}`));
    this.worker.on('exit', () => this.fail('the program ended without a value'));
    this.rest();
  }

  static async start(): Promise<EngineWorker> {
    return new EngineWorker(await loadEngine());
  }

  /** Runs one program. Rejects with the reason where it gives no answer, and is spent then. */
  async run(request: EngineRequest, maxMs: number): Promise<string> {
    this.worker.ref();
    const late = () => this.fail(`the program takes longer than ${maxMs / 1000} seconds`);
    const timer = setTimeout(late, maxMs);
    const {
      answer = '',
      failure,
      memoryBytes = 0,
    } = await new Promise<Partial<WorkerOutput>>((resolve) => {
      this.settle = resolve;
      this.requests.postMessage(request);
      Atomics.store(this.signal, 0, 1);
      Atomics.notify(this.signal, 0);
    });
    clearTimeout(timer);
    this.rest();
    if (failure || memoryBytes > maxMemoryBytes) this.end();
    if (failure) throw new JsonnetError(failure);
    return answer;
  }

  end(): void {
    this.isSpent = true;
    this.requests.close();
    void this.worker.terminate();
  }

  private fail(failure: string): void {
    this.isSpent = true;
    this.settle?.({ failure });
  }

  /** An engine that waits holds no process. */
  private rest(): void {
    this.settle = undefined;
    this.worker.unref();
    this.requests.unref();
  }
}

let engine: Promise<WebAssembly.Module> | undefined;

function loadEngine(): Promise<WebAssembly.Module> {
  engine ??= readEngine();
  return engine;
}

async function readEngine(): Promise<WebAssembly.Module> {
  const packed = await readFile(new URL('../engine/jsonnet.wasm.br', import.meta.url));
  return WebAssembly.compile(new Uint8Array(await promisify(brotliDecompress)(packed)));
}
