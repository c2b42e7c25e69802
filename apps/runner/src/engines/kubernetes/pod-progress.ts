import { InfrastructureFailure } from '../../shared/infrastructure-failure.ts';
import { type ContainerState, containerState, outOfMemory } from './pod-state.ts';
import type { PodWatch } from './pod-watch.ts';
import { containerName, controlName } from './stage-pod.ts';

export interface PodProgressDeps {
  watch: PodWatch;
  /** Name of the Pod. */
  name: string;
  startMinutes: number;
  /** Lines for the log of the first step. */
  notes: string[];
  /** Returns what the machine of the Pod does before its containers start; empty if that is unknown. */
  readEvent: () => Promise<string>;
  /** Called with the reason why the Pod waits, and with an empty text when it goes on. */
  onWait: (reason: string) => void;
}

/** Writes a line into the log of a step. */
type AddNote = (line: string) => Promise<void>;

/** Time for which a Pod waits without a reason before its events are read, and between two reads. */
const eventPauseMs = 10_000;
const killedExitCode = 137;
const memoryMs = 3000;

/** Waits for the containers of a Pod, as the cluster reports them. */
export class PodProgress {
  private readonly deps: PodProgressDeps;
  private noted = '';
  private announced = '';

  constructor(deps: PodProgressDeps) {
    this.deps = deps;
  }

  /** True if the Pod has not started yet. */
  isWaiting(): boolean {
    return this.state(controlName).kind === 'waiting';
  }

  /** Returns why nothing in the Pod can be reached; undefined if it can. */
  lossReason(): string | undefined {
    const state = this.state(controlName);
    if (state.kind === 'gone') return state.reason;
    return state.kind === 'ended' ? `The Pod cannot be reached: ${state.reason}` : undefined;
  }

  /** Waits until nothing in the Pod can be reached. */
  async untilGone(signal: AbortSignal): Promise<void> {
    while (this.lossReason() === undefined) await this.deps.watch.changed(signal);
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
      const reason = this.endReason(step);
      if (reason !== undefined) return reason;
      await this.deps.watch.changed(signal);
    }
  }

  /** The loss of the Pod explains more than the end of a container, except by its own memory. */
  private endReason(step: { number: number }): string | undefined {
    const state = this.state(containerName(step));
    if (state.kind === 'ended' && state.isOutOfMemory) return this.memoryMessage(step);
    const loss = this.lossReason();
    if (loss !== undefined || state.kind !== 'ended') return loss;
    return `The container of the step ended without a result: ${state.reason}`;
  }

  /**
   * Returns the message for a step that failed because a process was killed for lack of memory; undefined if none was.
   * If the kernel does not tell the container, the cluster reports that a moment after the record.
   */
  async memoryReason(
    step: { number: number },
    { exitCode, lackedMemory }: { exitCode: number; lackedMemory: boolean },
  ): Promise<string | undefined> {
    if (lackedMemory && exitCode !== 0) return this.memoryMessage(step);
    if (exitCode !== killedExitCode) return undefined;
    const deadline = AbortSignal.timeout(memoryMs);
    while (!deadline.aborted) {
      const state = this.state(containerName(step));
      if (state.kind === 'gone') return undefined;
      if (state.kind === 'ended') return state.isOutOfMemory ? this.memoryMessage(step) : undefined;
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
    for (const note of this.deps.notes.splice(0)) await addNote(`[millrace] ${note}`);
    await this.untilContainer(controlName, addNote, signal);
    if (step) await this.untilContainer(containerName(step), addNote, signal);
  }

  private async untilContainer(
    container: string,
    addNote: AddNote,
    signal: AbortSignal,
  ): Promise<void> {
    const { startMinutes, watch, readEvent } = this.deps;
    const deadline = AbortSignal.timeout(startMinutes * 60_000);
    let pause = AbortSignal.timeout(eventPauseMs);
    let event = '';
    for (;;) {
      const state = this.state(container);
      if (state.kind === 'running') {
        this.announceWait('');
        return;
      }
      if (state.kind !== 'waiting') throw new InfrastructureFailure('runner', state.reason);
      const cause = state.cause ?? 'runner';
      if (state.isFinal) throw new InfrastructureFailure(cause, state.reason);
      if (state.reason === '' && pause.aborted) {
        event = await readEvent();
        pause = AbortSignal.timeout(eventPauseMs);
      }
      const known = state.reason || event;
      if (deadline.aborted) {
        const reason = known || 'the cluster gives no reason';
        const message = `The step did not start within ${startMinutes} minutes: ${reason}`;
        throw new InfrastructureFailure(cause, message);
      }
      await this.note(known, addNote);
      await watch.changed(AbortSignal.any([signal, deadline, pause])).catch(() => undefined);
      signal.throwIfAborted();
    }
  }

  private announceWait(reason: string): void {
    if (reason === this.announced) return;
    this.announced = reason;
    this.deps.onWait(reason);
  }

  private async note(reason: string, addNote: AddNote): Promise<void> {
    this.announceWait(reason);
    if (reason === '' || reason === this.noted) return;
    this.noted = reason;
    await addNote(`[millrace] Waiting for the cluster: ${reason}`);
  }

  private memoryMessage(step: { number: number }): string {
    const { watch, name } = this.deps;
    return `The step ran out of memory: ${outOfMemory(watch.find(name), containerName(step))}`;
  }

  private state(container: string): ContainerState {
    return containerState(this.deps.watch.find(this.deps.name), container);
  }
}
