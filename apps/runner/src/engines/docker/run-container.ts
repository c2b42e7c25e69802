import type Docker from 'dockerode';
import type { OutputSink, StepExit } from '../engine.ts';
import { FrameReader } from './frame-reader.ts';

interface ContainerRun {
  output: OutputSink;
  signal: AbortSignal;
  onStarted: () => void;
  /** How long it may take to end after it was asked to. */
  killGraceMs: number;
}

const outOfMemory = 'The step ran out of memory';

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
    onStarted();
    signal.addEventListener('abort', kill, { once: true });
    if (signal.aborted) kill();
    const { StatusCode: exitCode } = await container.wait();
    await pumped;
    const { State } = await container.inspect();
    return { exitCode, wasKilled, ...(State.OOMKilled ? { reason: outOfMemory } : {}) };
  } finally {
    signal.removeEventListener('abort', kill);
    if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy();
  }
}

async function pump(stream: NodeJS.ReadableStream, output: OutputSink): Promise<void> {
  const frames = new FrameReader();
  for await (const chunk of stream) {
    for (const part of frames.push(Buffer.from(chunk))) await output(part);
  }
}
