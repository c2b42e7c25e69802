import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { InfrastructureFailure } from '../../shared/infrastructure-failure.ts';
import { orAbort } from '../../shared/or-abort.ts';
import type { OutputSink } from '../engine.ts';
import type { OutputBookmark } from '../output-bookmark.ts';
import type { StagePod } from './stage-pod-link.ts';

/** Written by `entrypoint` when a step has ended. */
const recordSchema = z.object({
  nonce: z.string(),
  exitCode: z.number(),
  bytes: z.number(),
  wasKilled: z.boolean(),
  hasOutputs: z.boolean(),
  lackedMemory: z.boolean(),
  error: z.optional(z.string()),
});

export type StepRecord = z.infer<typeof recordSchema>;

/** Variables, folder and user of the program of a step. */
export interface StepContext {
  env: string[];
  dir: string;
  user: string;
}

export interface PodStepRun {
  pod: StagePod;
  step: { number: number };
  /** Message that starts the step, unless it was started before; see `messages.go` of `entrypoint`. */
  start: StepContext & { args: string[]; keepsFailure: boolean };
  output: OutputSink;
  /** Number of bytes of the output that an earlier runner has read. */
  offset: number;
  bookmark: (() => OutputBookmark) | undefined;
  signal: AbortSignal;
  onStarted: (() => void) | undefined;
  /** Time between TERM and KILL. */
  killGraceMs: number;
}

/** After this many bytes, the runner tells `entrypoint` what it needs no more. */
const ackBytes = 1024 * 1024;
const firstPauseMs = 250;
const maxPauseMs = 5000;
/** Time that a killed step has for its record, in addition to its grace. */
const killedMs = 10_000;
const killedExitCode = 137;

/**
 * Runs a step in its container, and reads its output to the end. Only the record of the step is a result: without it,
 * the promise rejects with the reason of the cluster, whatever exit code the cluster reports. Connections may break at
 * any time; the next one continues where the last one ended.
 */
export async function runPodStep(run: PodStepRun): Promise<StepRecord> {
  const { signal } = run;
  const lost = new AbortController();
  const over = new AbortController();
  void watchContainer(run, lost, over.signal);
  // A cancelled step does not start.
  signal.throwIfAborted();
  const kill = () => void killStep(run, lost, over.signal);
  signal.addEventListener('abort', kill, { once: true });
  try {
    return await follow(run, lost.signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return { ...lostRecord, wasKilled: true };
  } finally {
    over.abort();
    signal.removeEventListener('abort', kill);
  }
}

const lostRecord = {
  nonce: '',
  exitCode: killedExitCode,
  bytes: 0,
  hasOutputs: false,
  lackedMemory: false,
};

/** Aborts `lost` with the reason of the cluster when no record of the step can be read. */
async function watchContainer(
  run: PodStepRun,
  lost: AbortController,
  over: AbortSignal,
): Promise<void> {
  try {
    lost.abort(new InfrastructureFailure('runner', await untilLost(run, over)));
  } catch (error) {
    // Otherwise the step has ended by itself.
    if (!over.aborted) lost.abort(error);
  }
}

/** Waits until no record of the step can be read, and returns the reason. */
async function untilLost({ pod, step }: PodStepRun, over: AbortSignal): Promise<string> {
  await pod.progress.untilEnded(step, over);
  // A record that is there can be read as long as the Pod exists.
  const gone = pod.progress.untilGone(over);
  const mayHaveRecord = await Promise.race([pod.hasRecord(step, over), gone.then(() => true)]);
  if (mayHaveRecord) await gone;
  // The Pod may have gone meanwhile, which is then the reason.
  return pod.progress.untilEnded(step, over);
}

async function killStep(
  { pod, step, killGraceMs }: PodStepRun,
  lost: AbortController,
  over: AbortSignal,
): Promise<void> {
  try {
    await pod.stop(step, killGraceMs, over).catch(() => undefined);
    await sleep(killGraceMs + killedMs, undefined, { signal: over });
    lost.abort(new Error('The step did not end'));
  } catch {
    // The step has ended.
  }
}

async function follow(run: PodStepRun, lost: AbortSignal): Promise<StepRecord> {
  const { pod, step, onStarted } = run;
  const nonce = pod.nonceOf(step);
  const first = Buffer.from(`${JSON.stringify({ ...run.start, nonce })}\n`);
  const progress = { offset: run.offset };
  let started = onStarted;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    lost.throwIfAborted();
    const before = progress.offset;
    try {
      const exec = await orAbort(pod.run(step, progress.offset), lost);
      try {
        await exec.write(first);
        if (run.bookmark) await exec.write(lineOf(run.bookmark()));
        started?.();
        started = undefined;
        const record = await orAbort(readStep(exec, run, progress), lost);
        if (record) return check(record, nonce, progress.offset);
      } finally {
        exec.close();
      }
    } catch (error) {
      if (error instanceof InfrastructureFailure) throw error;
    }
    if (progress.offset > before) pauseMs = firstPauseMs;
    await sleep(pauseMs, undefined, { signal: lost }).catch(() => undefined);
  }
}

/** Returns the record; undefined if the connection ended before. */
async function readStep(
  exec: Awaited<ReturnType<StagePod['run']>>,
  { output, bookmark }: Pick<PodStepRun, 'output' | 'bookmark'>,
  progress: { offset: number },
): Promise<StepRecord | undefined> {
  let acked = progress.offset;
  for await (const chunk of exec.stdout) {
    await output(chunk);
    progress.offset += chunk.length;
    const reached = bookmark?.() ?? { offset: progress.offset };
    if (reached.offset - acked < ackBytes) continue;
    acked = reached.offset;
    await exec.write(lineOf(reached));
  }
  if ((await exec.exited) !== 0) return undefined;
  return z.parse(recordSchema, JSON.parse(await exec.errors));
}

function lineOf(bookmark: { offset: number }): Buffer {
  return Buffer.from(`${bookmark.offset} ${JSON.stringify(bookmark)}\n`);
}

function check(record: StepRecord, nonce: string, offset: number): StepRecord {
  if (record.nonce !== nonce) {
    throw new InfrastructureFailure('runner', 'The result of the step is not from this build');
  }
  if (record.bytes === offset) return record;
  const counts = `${offset} of ${record.bytes} bytes`;
  throw new InfrastructureFailure('runner', `The output of the step is incomplete: ${counts}`);
}
