/// <reference path="./web-assembly.d.ts" />
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { brotliDecompress } from 'node:zlib';
import { errorMessage } from '@millrace/node-kit/error-message';
import type { ProcessorBudget } from '@millrace/node-kit/processor-budget';
import { ScriptError } from './script-error.ts';
import type { WorkerInput, WorkerOutput } from './worker.ts';

/** A thread with an engine that runs scripts, one after the other. */
export class EngineWorker {
  private readonly worker: Worker;
  private readonly threadId: number;
  /** True if it cannot run further scripts. */
  isSpent = false;
  /** Receives the result of the running script. */
  private settle: ((output: WorkerOutput) => void) | undefined;

  private constructor(worker: Worker, threadId: number) {
    this.worker = worker;
    this.threadId = threadId;
    this.worker.on('message', (output: WorkerOutput) => this.settle?.(output));
    this.worker.on('error', (error) => this.fail(brokeOff(error)));
    this.worker.on('exit', () => this.fail('the script ended without a value'));
    this.rest();
  }

  /** Resolves when the engine can run scripts. Its start does not count as time of a script. */
  static async start(): Promise<EngineWorker> {
    const engine = await loadEngine();
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { engine } satisfies WorkerInput,
      env: {},
      execArgv: [],
    });
    try {
      const [threadId]: number[] = await once(worker, 'message');
      return new EngineWorker(worker, threadId ?? 0);
    } catch (error) {
      throw new ScriptError(brokeOff(error));
    }
  }

  /** Runs one script. Rejects with the reason if it returns no answer; the engine is then unusable. */
  async run(request: string, budget: ProcessorBudget): Promise<string> {
    this.worker.ref();
    const late = () => this.fail('the scripts of a file may not take so long');
    const stop = budget.watch(this.threadId, late);
    const { text, failure } = await new Promise<WorkerOutput>((resolve) => {
      this.settle = resolve;
      this.worker.postMessage(request);
    });
    stop();
    this.rest();
    if (failure) {
      this.end();
      throw new ScriptError(failure);
    }
    return text;
  }

  end(): void {
    this.isSpent = true;
    void this.worker.terminate();
  }

  private fail(failure: string): void {
    this.isSpent = true;
    this.settle?.({ text: '', failure });
  }

  /** A waiting engine does not keep the process alive. */
  private rest(): void {
    this.settle = undefined;
    this.worker.unref();
  }
}

function brokeOff(error: unknown): string {
  return `the script broke off: ${errorMessage(error)}`;
}

let engine: Promise<WebAssembly.Module> | undefined;

function loadEngine(): Promise<WebAssembly.Module> {
  engine ??= readEngine();
  return engine;
}

async function readEngine(): Promise<WebAssembly.Module> {
  const packed = await readFile(new URL('../engine/scripts.wasm.br', import.meta.url));
  return WebAssembly.compile(new Uint8Array(await promisify(brotliDecompress)(packed)));
}
