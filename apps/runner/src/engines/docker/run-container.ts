import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import type { OutputSink, StepExit } from '../engine.ts';
import { FrameReader } from './frame-reader.ts';

interface ContainerRun {
  output: OutputSink;
  signal: AbortSignal;
  onStarted: (() => void) | undefined;
  /** How long it may take to end after it was asked to. */
  killGraceMs: number;
}

const outOfMemory = 'The step ran out of memory';
const killedExitCode = 137;
const lateTries = 10;
const latePauseMs = 100;

/** Starts a container that was made, and waits for its end. While output waits, so does it. */
export async function runContainer(
  container: Docker.Container,
  { output, signal, onStarted, killGraceMs }: ContainerRun,
): Promise<StepExit> {
  const stream = await container.attach({ stream: true, stdout: true, stderr: true });
  const pumped = pump(stream, output);
  // Handled below, once the container is over.
  pumped.catch(() => undefined);
  let wasKilled = false;
  const kill = (): void => {
    wasKilled = true;
    void container.stop({ t: Math.ceil(killGraceMs / 1000) }).catch(() => undefined);
  };
  try {
    signal.throwIfAborted();
    await container.start();
    onStarted?.();
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    const { StatusCode: exitCode } = await container.wait();
    await pumped;
    const isHungry = !wasKilled && (await hasRunOutOfMemory(container, exitCode));
    return { exitCode, wasKilled, ...(isHungry ? { reason: outOfMemory } : {}) };
  } finally {
    signal.removeEventListener('abort', kill);
    if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
  }
}

/** The engine may hear of it after the end: then it is asked again, for a while. */
async function hasRunOutOfMemory(container: Docker.Container, exitCode: number): Promise<boolean> {
  for (let tries = exitCode === killedExitCode ? lateTries : 0; ; tries--) {
    const { State } = await container.inspect();
    if (State.OOMKilled || tries === 0) return State.OOMKilled;
    await sleep(latePauseMs);
  }
}

async function pump(stream: NodeJS.ReadableStream, output: OutputSink): Promise<void> {
  const frames = new FrameReader();
  for await (const chunk of stream) {
    for (const part of frames.push(Buffer.from(chunk))) await output(part);
  }
}
