import { posix } from 'node:path';
import type { RegistryLogin } from '@millrace/contract/docker-config';
import { orAbort } from '../../shared/or-abort.ts';
import { ArchivedFiles } from '../archived-files.ts';
import type {
  ContainerSpec,
  OrphanedSteps,
  OutputSink,
  StepEvents,
  StepExit,
  StepSpec,
  Workspace,
  WorkspaceFiles,
} from '../engine.ts';
import { graceMsOf } from '../grace-period.ts';
import type { OutputTexts } from '../output-files.ts';
import { authorityVariables } from '../own-authorities.ts';
import { packSources } from '../pack-sources.ts';
import { proxyVariables } from '../proxy-variables.ts';
import { shellArguments } from '../step-script.ts';
import type { Terminal, TerminalSize } from '../terminal.ts';
import { ImageCommands } from './image-commands.ts';
import { outputEnvironment, podArchives, readPodOutputs, writeAuthorities } from './pod-files.ts';
import { announceReady } from './pod-readiness.ts';
import { openPodTerminal } from './pod-terminal.ts';
import { runPodStep, type StepContext } from './run-pod-step.ts';
import { type ContainerStep, stepFolder } from './stage-pod.ts';
import type { StagePod } from './stage-pod-link.ts';

export interface KubernetesWorkspaceDeps {
  /** Creates the Pod of the stage, unless the signal aborts. */
  createPod: (steps: readonly ContainerStep[], signal: AbortSignal) => Promise<StagePod>;
  /** Pod of an earlier start of this runner, which takes the place of a new one. */
  orphaned?: { pod: StagePod; steps: OrphanedSteps } | undefined;
  /** Removes the Pod with everything that belongs to it. */
  removePod: () => Promise<void>;
  hosts: readonly string[];
  registries: readonly RegistryLogin[];
  workspaceBase: string;
  sourceDir: string;
  /** Workspace on the runner's own machine, where the sources are fetched. */
  host: Workspace;
  killGraceMs: number;
  /** Whether `entrypoint` changes to the user of a step, for which its container starts as root. */
  changesUser: boolean;
}

/**
 * The Pod of a stage. The sources are fetched by the runner, where git works and the server is reachable, and then
 * copied into the Pod.
 */
export class KubernetesWorkspace implements Workspace {
  readonly sourceDir: string;
  readonly orphanedSteps: OrphanedSteps | undefined;
  private readonly deps: KubernetesWorkspaceDeps;
  private readonly images: ImageCommands;
  private pod: Promise<StagePod> | undefined;
  private readonly removed = new AbortController();
  private hasSources = false;
  private upload: Promise<void> | undefined;

  constructor(deps: KubernetesWorkspaceDeps) {
    this.deps = deps;
    this.sourceDir = deps.sourceDir;
    this.orphanedSteps = deps.orphaned?.steps;
    if (deps.orphaned) this.pod = Promise.resolve(deps.orphaned.pod);
    this.images = new ImageCommands(deps.registries);
  }

  async readOrphanedOutputs(step: StepSpec): Promise<OutputTexts> {
    const pod = await this.pod;
    if (!pod || !hasContainer(step)) return { open: '', masked: '' };
    return readPodOutputs(pod, step, { hasOutputs: true });
  }

  /** Creates the Pod, which starts while the sources are fetched. */
  prepare(steps: readonly StepSpec[]): void {
    if (this.pod) return;
    this.pod = this.deps.createPod(steps.filter(hasContainer), this.removed.signal);
    this.pod.catch(() => undefined);
  }

  async writeHomeFiles(files: Record<string, string>): Promise<void> {
    await this.deps.host.writeHomeFiles(files);
  }

  async runStep(
    step: StepSpec,
    output: OutputSink,
    signal: AbortSignal,
    events: StepEvents = {},
  ): Promise<StepExit> {
    if (!hasContainer(step)) {
      const exit = await this.deps.host.runStep(step, output, signal, events);
      this.hasSources = true;
      return exit;
    }
    const isOrphaned = this.orphanedSteps?.has(step.number) === true;
    const start = isOrphaned ? noStart : await this.startOf(step, events, signal);
    const pod = await this.readyPod(isOrphaned ? undefined : step, output, signal);
    const image = pod.progress.imageOf(step);
    if (image !== undefined) events.onImage?.(image);
    const files = this.filesOf(pod);
    if (!isOrphaned) {
      await writeAuthorities(pod, step);
      await events.onReady?.(files);
    }
    const unready = new AbortController();
    const record = await runPodStep({
      pod,
      step,
      start,
      output,
      killGraceMs: graceMsOf(step, this.deps.killGraceMs),
      offset: this.orphanedSteps?.get(step.number)?.offset ?? 0,
      bookmark: events.bookmark,
      signal: AbortSignal.any([signal, unready.signal]),
      onStarted: () => void announceReady(pod, step, signal, unready).then(events.onStarted),
    });
    unready.signal.throwIfAborted();
    if (record.error !== undefined) throw new Error(record.error);
    const exit = { exitCode: record.exitCode, wasKilled: record.wasKilled };
    if (exit.wasKilled) return exit;
    const outputs = events.hasOutputs ? await readPodOutputs(pod, step, record) : undefined;
    await events.onEnded?.(files, exit, outputs);
    const reason = await pod.progress.memoryReason(step, record);
    return reason === undefined ? exit : { ...exit, reason };
  }

  async useFiles(
    _: StepSpec,
    output: OutputSink,
    signal: AbortSignal,
    use: (files: WorkspaceFiles) => Promise<void>,
  ): Promise<void> {
    await use(this.filesOf(await this.readyPod(undefined, output, signal)));
  }

  openShell(): Promise<void> {
    return Promise.reject(new Error('Steps in a cluster have no shell on this machine'));
  }

  async openTerminal(step: StepSpec, size: TerminalSize, signal: AbortSignal): Promise<Terminal> {
    if (!hasContainer(step)) throw new Error('The step has no container');
    // A step that pauses may be the first one that needs the Pod and the sources.
    const pod = await this.readyPod(step, () => undefined, signal);
    return openPodTerminal(pod, step, { context: this.contextOf(step), size, signal });
  }

  /** Steps are killed by their signals, and everything else ends with the Pod. */
  async killLeftovers(): Promise<void> {
    await this.deps.host.killLeftovers();
  }

  async remove(): Promise<void> {
    this.removed.abort();
    await this.deps.host.remove();
    await this.pod?.catch(() => undefined);
    await this.deps.removePod();
  }

  /** Waits for the Pod, and for the container of a step, and copies the sources. */
  private async readyPod(
    step: StepSpec | undefined,
    output: OutputSink,
    signal: AbortSignal,
  ): Promise<StagePod> {
    if (!this.pod) throw new Error('The stage has no Pod');
    const pod = await orAbort(this.pod, signal);
    await pod.progress.untilRunning(
      step,
      async (line) => await output(Buffer.from(`${line}\n`)),
      signal,
    );
    if (this.hasSources) {
      this.upload ??= this.putSources(pod);
      await orAbort(this.upload, signal);
    }
    return pod;
  }

  private async putSources(pod: StagePod): Promise<void> {
    const { workspaceBase, sourceDir, host } = this.deps;
    const inBase = posix.relative(workspaceBase, sourceDir);
    await pod.feed(['unpack', workspaceBase], () => packSources(host.sourceDir, inBase));
  }

  private filesOf(pod: StagePod): WorkspaceFiles {
    return new ArchivedFiles(podArchives(pod, this.sourceDir), this.deps.host.sourceDir);
  }

  private async startOf(step: ContainerStep, events: StepEvents, signal: AbortSignal) {
    const { container, commands } = step;
    const args =
      commands.length > 0
        ? ['/bin/sh', ...shellArguments(commands)]
        : await this.argsOf(container, signal);
    const outputs = events.hasOutputs ? outputEnvironment : {};
    return {
      args,
      ...this.contextOf(step, outputs),
      keepsFailure: events.keepsFailure === true,
    };
  }

  private contextOf(
    { container, commands, environment }: ContainerStep,
    outputs: Record<string, string> = {},
  ): StepContext {
    const ofRunner = {
      ...proxyVariables(process.env, this.deps.hosts),
      ...authorityVariables(stepFolder),
    };
    const variables = Object.entries({ ...ofRunner, ...environment, ...outputs });
    const isPlainService = container.detach && commands.length === 0;
    return {
      env: variables.map(([name, value]) => `${name}=${value}`),
      // A service without commands starts in the folder of its image.
      dir: container.workingDir || (isPlainService ? '' : this.sourceDir),
      user: this.deps.changesUser ? container.user : '',
    };
  }

  /** Returns what Docker would run: the cluster does not tell it, and the container starts another program. */
  private async argsOf(container: ContainerSpec, signal: AbortSignal): Promise<string[]> {
    const { entrypoint, command } = container;
    if (entrypoint.length > 0) return [...entrypoint, ...command];
    const image = await this.images.read(container.image, signal);
    return [...image.entrypoint, ...(command.length > 0 ? command : image.command)];
  }
}

/** A step that was started before has its message. */
const noStart = { args: [], env: [], dir: '', user: '', keepsFailure: false };

function hasContainer(step: StepSpec): step is ContainerStep {
  return step.container !== undefined;
}
