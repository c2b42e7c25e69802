import { EnginePool } from './engine-pool.ts';
import { parseEngineError } from './jsonnet-error.ts';

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

const pool = new EnginePool();

/** Runs a program and gives its value. It can neither read files nor hold this thread. */
export async function evaluate(source: string, options: EvaluateOptions): Promise<unknown> {
  const { filename, strings = {}, codes = {}, maxMs = defaultMaxMs } = options;
  const maxStack = options.maxStack ?? defaultMaxStack;
  const text = await pool.run(
    {
      text: JSON.stringify({ filename, source, strings, codes, maxStack }),
      maxOutputBytes: options.maxOutputBytes ?? defaultMaxOutputBytes,
    },
    maxMs,
  );
  const answer: { output: string; error: string } = JSON.parse(text);
  if (answer.error) throw parseEngineError(answer.error, filename);
  return JSON.parse(answer.output);
}
