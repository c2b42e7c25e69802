/// <reference path="./web-assembly.d.ts" />
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { brotliDecompress } from 'node:zlib';
import { ScriptError } from './script-error.ts';
import type { WorkerInput, WorkerOutput } from './worker.ts';

export interface Evaluated {
  text: string;
  tookMs: number;
}

/** A thread with an engine that runs scripts, one after the other. */
export class EngineWorker {
  private readonly worker: Worker;
  /** True if it cannot run further scripts. */
  isSpent = false;
  /** Receives the result of the running script. */
  private settle: ((output: WorkerOutput) => void) | undefined;

  private constructor(engine: WebAssembly.Module) {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { engine } satisfies WorkerInput,
      env: {},
      execArgv: [],
    });
    this.worker.on('message', (output: WorkerOutput) => this.settle?.(output));
    this.worker.on('error', (error) => this.fail(`the script broke off: ${String(error)}`));
    this.worker.on('exit', () => this.fail('the script ended without a value'));
    this.rest();
  }

  static async start(): Promise<EngineWorker> {
    return new EngineWorker(await loadEngine());
  }

  /** Runs one script. Rejects with the reason if it returns no answer; the engine is then unusable. */
  async run(request: string, maxMs: number): Promise<Evaluated> {
    this.worker.ref();
    const startedAt = performance.now();
    const late = () => this.fail('the scripts of a file may not take so long');
    const timer = setTimeout(late, maxMs);
    const { text, failure } = await new Promise<WorkerOutput>((resolve) => {
      this.settle = resolve;
      this.worker.postMessage(request);
    });
    clearTimeout(timer);
    this.rest();
    if (failure) {
      this.end();
      throw new ScriptError(failure);
    }
    return { text, tookMs: performance.now() - startedAt };
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

let engine: Promise<WebAssembly.Module> | undefined;

function loadEngine(): Promise<WebAssembly.Module> {
  engine ??= readEngine();
  return engine;
}

async function readEngine(): Promise<WebAssembly.Module> {
  const packed = await readFile(new URL('../engine/scripts.wasm.br', import.meta.url));
  return WebAssembly.compile(new Uint8Array(await promisify(brotliDecompress)(packed)));
}
