/// <reference path="./web-assembly.d.ts" />
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { brotliDecompress } from 'node:zlib';
import { JsonnetError, parseEngineError } from './jsonnet-error.ts';
import type { WorkerInput, WorkerOutput } from './worker.ts';

export interface EvaluateOptions {
  /** Names the program in errors. */
  readonly filename: string;
  /** External variables that are text. */
  readonly strings?: Readonly<Record<string, string>>;
  /** External variables given as JSON. */
  readonly codes?: Readonly<Record<string, string>>;
  readonly maxMs?: number;
  readonly maxStack?: number;
  readonly maxOutputBytes?: number;
}

const defaultMaxMs = 10_000;
const defaultMaxStack = 500;
const defaultMaxOutputBytes = 4 * 1024 * 1024;

/** Runs a program and gives its value. It can neither read files nor hold this thread. */
export async function evaluate(source: string, options: EvaluateOptions): Promise<unknown> {
  const { filename, strings = {}, codes = {}, maxMs = defaultMaxMs } = options;
  const maxStack = options.maxStack ?? defaultMaxStack;
  const output = await runWorker(
    {
      engine: await loadEngine(),
      request: JSON.stringify({ filename, source, strings, codes, maxStack }),
      maxOutputBytes: options.maxOutputBytes ?? defaultMaxOutputBytes,
    },
    maxMs,
  );
  if (output.failure) throw new JsonnetError(output.failure);
  const answer: { output: string; error: string } = JSON.parse(output.answer);
  if (answer.error) throw parseEngineError(answer.error, filename);
  return JSON.parse(answer.output);
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

function runWorker(input: WorkerInput, maxMs: number): Promise<WorkerOutput> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: input,
    env: {},
    execArgv: [],
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new JsonnetError(`the program takes longer than ${maxMs / 1000} seconds`));
      void worker.terminate();
    }, maxMs);
    worker.once('message', resolve);
    worker.once('error', (error) =>
      reject(new JsonnetError(`the program broke off: ${String(error)}`)),
    );
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new JsonnetError('the program ended without a value'));
    });
  });
}
