import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { InfrastructureFailure } from '../../shared/infrastructure-failure.ts';
import type { ClusterClient } from './cluster-client.ts';
import { execInPod, type PodExec } from './pod-exec.ts';
import { type ContainerState, containerState } from './pod-state.ts';
import type { PodWatch } from './pod-watch.ts';
import { containerName, controlFolder, controlName } from './stage-pod.ts';

export interface StagePodDeps {
  client: ClusterClient;
  watch: PodWatch;
  namespace: string;
  name: string;
  startMinutes: number;
}

/** Writes a line into the log of a step. */
type AddNote = (line: string) => Promise<void>;

const pauseMs = 1000;
const maxAttempts = 5;
const killedExitCode = 137;
const memoryMs = 3000;
const recordName = 'record.json';
const entrypoint = `${controlFolder}/bin/entrypoint`;

/** The Pod of a stage in the cluster. */
export class StagePod {
  private readonly deps: StagePodDeps;
  private noted = '';

  constructor(deps: StagePodDeps) {
    this.deps = deps;
  }

  /** Starts a step, unless it runs, and returns its output from an offset. */
  run(step: { number: number }, offset: number): Promise<PodExec> {
    return this.control(['run', folderOf(step), String(offset)]);
  }

  /** Ends a running step with TERM, and with KILL after a grace. */
  async stop(step: { number: number }, graceMs: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await this.call(['stop', folderOf(step), String(graceMs)]);
        return;
      } catch {
        await sleep(pauseMs, undefined, { signal });
      }
    }
  }

  /** Starts `entrypoint` in the container that the runner uses. */
  control(args: string[]): Promise<PodExec> {
    return this.exec(controlName, [entrypoint, ...args]);
  }

  exec(container: string, command: string[], options: { tty?: boolean } = {}): Promise<PodExec> {
    const { client, namespace, name: pod } = this.deps;
    return execInPod(client, { namespace, pod, container }, command, options);
  }

  /** Runs `entrypoint` to its end, and returns what it prints. Rejects if it fails. */
  async call(args: string[]): Promise<string> {
    const exec = await this.control(args);
    try {
      const printed = await text(exec.stdout);
      const exitCode = await exec.exited;
      if (exitCode !== 0) throw new Error((await exec.errors).trim());
      return printed;
    } finally {
      exec.close();
    }
  }

  /**
   * Runs `entrypoint` with an archive as its input. Repeats that while the Pod is there and its connection breaks, unless
   * the archive can be read only once.
   */
  async feed(
    args: string[],
    open: () => Readable,
    { isOnce = false }: { isOnce?: boolean } = {},
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.feedOnce(args, open());
      } catch (error) {
        if (isOnce || attempt === maxAttempts || this.isGone()) throw error;
        await sleep(pauseMs);
      }
    }
  }

  private async feedOnce(args: string[], input: Readable): Promise<void> {
    const exec = await this.control(args);
    try {
      exec.stdout.resume();
      // A program that fails reads no more.
      const failed = exec.exited.then(() => undefined);
      const fed = (async () => {
        for await (const chunk of input) await exec.write(chunk);
      })();
      fed.catch(() => undefined);
      await Promise.race([fed, failed]);
      const exitCode = await exec.exited;
      if (exitCode !== 0) throw new Error((await exec.errors).trim());
    } finally {
      input.destroy();
      exec.close();
    }
  }

  isGone(): boolean {
    return this.state(controlName).kind === 'gone';
  }

  /** Returns whether a step has left a record. Asks until there is an answer, or the Pod is gone. */
  async hasRecord(step: { number: number }, signal: AbortSignal): Promise<boolean> {
    for (;;) {
      const kind = await this.call(['stat', folderOf(step), recordName]).catch(() => undefined);
      if (kind !== undefined) return kind === 'real';
      if (this.isGone()) return false;
      await sleep(pauseMs, undefined, { signal });
    }
  }

  /** Waits until the Pod is gone, and returns the reason. */
  async untilGone(signal: AbortSignal): Promise<string> {
    for (;;) {
      const state = this.state(controlName);
      if (state.kind === 'gone' || state.kind === 'ended') return state.reason;
      await this.deps.watch.changed(signal);
    }
  }

  /** Returns the image that a container runs, with its digest; undefined if the cluster has not reported it. */
  imageOf(step: { number: number }): string | undefined {
    const { watch, name } = this.deps;
    const statuses = watch.find(name)?.status?.containerStatuses;
    const { imageID } = statuses?.find((status) => status.name === containerName(step)) ?? {};
    return imageID?.replace(/^docker-pullable:\/\//, '') || undefined;
  }

  /** Waits until the container of a step has ended, or its Pod is gone, and returns the reason. */
  async untilEnded(step: { number: number }, signal: AbortSignal): Promise<string> {
    for (;;) {
      const state = this.state(containerName(step));
      if (state.kind === 'gone') return state.reason;
      if (state.kind === 'ended') {
        return state.isOutOfMemory
          ? memoryMessage(state)
          : `The container of the step ended without a result: ${state.reason}`;
      }
      const control = this.state(controlName);
      if (control.kind === 'ended') return `The Pod cannot be reached: ${control.reason}`;
      await this.deps.watch.changed(signal);
    }
  }

  /**
   * Returns the message for a step whose program was killed because of its memory; undefined if it was not. The cluster
   * reports that a moment after the record.
   */
  async memoryReason(step: { number: number }, exitCode: number): Promise<string | undefined> {
    if (exitCode !== killedExitCode) return undefined;
    const deadline = AbortSignal.timeout(memoryMs);
    while (!deadline.aborted) {
      const state = this.state(containerName(step));
      if (state.kind === 'gone') return undefined;
      if (state.kind === 'ended') return state.isOutOfMemory ? memoryMessage(state) : undefined;
      await this.deps.watch.changed(deadline).catch(() => undefined);
    }
    return undefined;
  }

  /** Waits until the containers that a step needs run. Writes each reason of the cluster into the log. */
  async untilRunning(
    step: { number: number } | undefined,
    addNote: AddNote,
    signal: AbortSignal,
  ): Promise<void> {
    await this.untilContainer(controlName, addNote, signal);
    if (step) await this.untilContainer(containerName(step), addNote, signal);
  }

  private async untilContainer(
    container: string,
    addNote: AddNote,
    signal: AbortSignal,
  ): Promise<void> {
    const { startMinutes, watch } = this.deps;
    const deadline = AbortSignal.timeout(startMinutes * 60_000);
    for (;;) {
      const state = this.state(container);
      if (state.kind === 'running') return;
      if (state.kind !== 'waiting') throw new InfrastructureFailure('runner', state.reason);
      const cause = state.cause ?? 'runner';
      if (state.isFinal) throw new InfrastructureFailure(cause, state.reason);
      if (deadline.aborted) {
        const reason = state.reason || 'the cluster gives no reason';
        const message = `The step did not start within ${startMinutes} minutes: ${reason}`;
        throw new InfrastructureFailure(cause, message);
      }
      await this.note(state.reason, addNote);
      await watch.changed(AbortSignal.any([signal, deadline])).catch(() => undefined);
      signal.throwIfAborted();
    }
  }

  private async note(reason: string, addNote: AddNote): Promise<void> {
    if (reason === '' || reason === this.noted) return;
    this.noted = reason;
    await addNote(`[millrace] Waiting for the cluster: ${reason}`);
  }

  private state(container: string): ContainerState {
    return containerState(this.deps.watch.find(this.deps.name), container);
  }
}

function memoryMessage({ reason }: { reason: string }): string {
  return `The step ran out of memory: ${reason}`;
}

/** Folder of a step in the control container. */
export function folderOf({ number }: { number: number }): string {
  return `${controlFolder}/steps/${number}`;
}
