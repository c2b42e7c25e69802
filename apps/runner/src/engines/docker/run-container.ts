import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadyCheck } from '@millrace/pipeline';
import type Docker from 'dockerode';
import type { OutputSink, StepExit } from '../engine.ts';
import { FrameReader } from './frame-reader.ts';
import { waitUntilReady } from './wait-until-ready.ts';

interface ContainerRun {
  output: OutputSink;
  signal: AbortSignal;
  onStarted: (() => void) | undefined;
  /** Check before `onStarted` is called. */
  ready: ReadyCheck | undefined;
  /** Grace period between TERM and KILL. */
  killGraceMs: number;
}

const outOfMemoryMessage = 'The step ran out of memory';
const killedExitCode = 137;
const maxInspections = 30;
const inspectionPauseMs = 100;

/** Starts a created container and waits until it exits. Pauses while the output reader is busy. */
export async function runContainer(
  container: Docker.Container,
  { output, signal, onStarted, ready, killGraceMs }: ContainerRun,
): Promise<StepExit> {
  const stream = await container.attach({ stream: true, stdout: true, stderr: true });
  const pumped = pump(stream, output);
  // Errors are handled below, when the container has exited.
  pumped.catch(() => undefined);
  let wasKilled = false;
  const kill = (): void => {
    wasKilled = true;
    void container.stop({ t: Math.ceil(killGraceMs / 1000) }).catch(() => undefined);
  };
  try {
    signal.throwIfAborted();
    await container.start();
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    const ended = waitForEnd(container);
    if (ready) await requireReady(container, ready, ended, signal);
    onStarted?.();
    const exitCode = await ended;
    await pumped;
    const isOutOfMemory = !wasKilled && (await hasRunOutOfMemory(container, exitCode));
    return { exitCode, wasKilled, ...(isOutOfMemory ? { reason: outOfMemoryMessage } : {}) };
  } finally {
    signal.removeEventListener('abort', kill);
    if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
  }
}

/** Waits until the container is ready. Throws if it ends or its time is over before. */
async function requireReady(
  container: Docker.Container,
  ready: ReadyCheck,
  ended: Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  const hasEnded = new AbortController();
  const timeout = AbortSignal.timeout(ready.withinSec * 1000);
  const end = ended.finally(() => hasEnded.abort());
  end.catch(() => undefined);
  try {
    const stop = AbortSignal.any([signal, timeout, hasEnded.signal]);
    await waitUntilReady(container, ready, stop);
  } catch (error) {
    // A container that was stopped from outside ends as usual.
    if (signal.aborted) return;
    if (timeout.aborted) {
      throw new Error(`The service was not ready within ${ready.withinSec} seconds`);
    }
    const { State } = await container.inspect();
    if (State.Running) throw error;
    throw new Error(`The service ended with exit code ${await end} before it was ready`);
  }
}

/**
 * Waits for the exit code. The response is read as a stream: if the engine stops in the middle of any other
 * response, its client waits for it indefinitely.
 */
export async function waitForEnd(container: Docker.Container): Promise<number> {
  const response = Promise.withResolvers<NodeJS.ReadableStream>();
  const call = {
    path: `/containers/${container.id}/wait?`,
    method: 'POST',
    isStream: true,
    statusCodes: { 200: true, 404: 'no such container', 500: 'server error' },
  };
  container.modem.dial(call, (error: unknown, answer: NodeJS.ReadableStream) => {
    if (error) response.reject(error);
    else response.resolve(answer);
  });
  const { StatusCode }: { StatusCode: number } = JSON.parse(await text(await response.promise));
  return StatusCode;
}

/** Polls for a while, because the engine may report an out-of-memory kill late. */
async function hasRunOutOfMemory(container: Docker.Container, exitCode: number): Promise<boolean> {
  for (let tries = exitCode === killedExitCode ? maxInspections : 0; ; tries--) {
    const { State } = await container.inspect();
    if (State.OOMKilled || tries === 0) return State.OOMKilled;
    await sleep(inspectionPauseMs);
  }
}

async function pump(stream: NodeJS.ReadableStream, output: OutputSink): Promise<void> {
  const frames = new FrameReader();
  for await (const chunk of stream) {
    for (const part of frames.push(Buffer.from(chunk))) await output(part);
  }
}
