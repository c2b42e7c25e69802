import { WorkerPool } from '../../shared/worker-pool.ts';
import { ConfigError } from './config-error.ts';
import type { Script } from './script.ts';

/** What became of a script. */
export type StarlarkAnswer = { value: unknown } | { line: number; message: string };

/** How long a thread without scripts is kept. */
const idleMs = 60_000;
const pool = new WorkerPool<Script, StarlarkAnswer>(
  new URL('./starlark-worker.ts', import.meta.url),
  idleMs,
);

/** Calls `main(ctx)` of a Starlark file, with `ctx.build`, `ctx.repo` and, in a template, `ctx.input`. */
export async function runStarlark(script: Script): Promise<unknown> {
  const answer = await pool.run(script);
  if ('value' in answer) return answer.value;
  throw new ConfigError(script.file, answer.line, answer.message);
}
