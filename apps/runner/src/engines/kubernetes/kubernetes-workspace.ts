import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import type { RegistryLogin } from '@millrace/contract/docker-config';
import { orAbort } from '../../shared/or-abort.ts';
import { ArchivedFiles } from '../archived-files.ts';
import type {
  OrphanedSteps,
  OutputSink,
  StepEvents,
  StepExit,
  StepSpec,
  Workspace,
  WorkspaceFiles,
} from '../engine.ts';
import { type EnteredStep, enterWorkspace, outsideStep } from '../enter-workspace.ts';
import { gitTrust } from '../git-trust.ts';
import { graceMsOf } from '../grace-period.ts';
import type { OutputTexts } from '../output-files.ts';
import { authorityVariables } from '../own-authorities.ts';
import { packSources } from '../pack-sources.ts';
import { proxyVariables } from '../proxy-variables.ts';
import { shellArguments } from '../step-script.ts';
import type { Terminal, TerminalSize } from '../terminal.ts';
import { unknownUser, WorkspaceUsers } from '../workspace-users.ts';
import { cachesFolder, controlPathOf } from './cache-mounts.ts';
import { ImageCommands } from './image-commands.ts';
import { outputEnvironment, podArchives, readPodOutputs, writeAuthorities } from './pod-files.ts';
import { announceReady } from './pod-readiness.ts';
import { openPodTerminal } from './pod-terminal.ts';
import { type PodStepRun, runPodStep, type StepContext } from './run-pod-step.ts';
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
  cacheFolders: readonly string[];
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
  private readonly users = new WorkspaceUsers();
  private hasSources = false;
  private upload: Promise<void> | undefined;

  constructor(deps: KubernetesWorkspaceDeps) {
    this.deps = deps;
    this.sourceDir = deps.sourceDir;
    this.orphanedSteps = deps.orphaned?.steps;
    if (deps.orphaned) {
      this.pod = Promise.resolve(deps.orphaned.pod);
      this.users.addUnknown();
    }
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
    if (this.orphanedSteps?.has(step.number) === true) {
      const pod = await this.readyPod(undefined, output, signal);
      const use = this.users.enter(unknownUser);
      const followed = this.followStep(pod, step, noStart, { output, signal, events });
      return followed.finally(() => use.leave());
    }
    const args = await this.argsOf(step, signal);
    const pod = await this.readyPod(step, output, signal);
    const entered = await this.enter(pod, step, signal);
    try {
      await writeAuthorities(pod, step);
      await events.onReady?.(this.filesOf(pod));
      const problem = await entered.takeFiles(signal);
      if (problem !== undefined) await output(Buffer.from(`[millrace] ${problem}\n`));
      const environment = { ...step.environment, ...entered.variables };
      const outputs = events.hasOutputs ? outputEnvironment : {};
      const context = this.contextOf({ ...step, environment }, outputs);
      const start = { args, ...context, keepsFailure: events.keepsFailure === true };
      return await this.followStep(pod, step, start, { output, signal, events });
    } finally {
      entered.leave();
    }
  }

  private async followStep(
    pod: StagePod,
    step: ContainerStep,
    start: PodStepRun['start'],
    { output, signal, events }: { output: OutputSink; signal: AbortSignal; events: StepEvents },
  ): Promise<StepExit> {
    const image = pod.progress.imageOf(step);
    if (image !== undefined) events.onImage?.(image);
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
    await events.onEnded?.(this.filesOf(pod), exit, outputs);
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
    const entered = await this.enter(pod, step, signal);
    try {
      await entered.takeFiles(signal);
      const environment = { ...step.environment, ...entered.variables };
      const context = this.contextOf({ ...step, environment });
      const terminal = await openPodTerminal(pod, step, { context, size, signal });
      return { ...terminal, exited: terminal.exited.finally(() => entered.leave()) };
    } catch (error) {
      entered.leave();
      throw error;
    }
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
    const { cacheFolders, host } = this.deps;
    const archivesOf = (path: string) => {
      const archives = podArchives(pod, path);
      const write = async (archive: Readable) => {
        this.users.addUnknown();
        await archives.write(archive);
      };
      return { ...archives, write };
    };
    const folders = cacheFolders.map((folder): [string, WorkspaceFiles] => {
      const archives = archivesOf(controlPathOf(folder, cacheFolders));
      return [folder, new ArchivedFiles(archives, host.sourceDir)];
    });
    return new ArchivedFiles(archivesOf(this.sourceDir), host.sourceDir, new Map(folders));
  }

  /** Registers a step, whose container runs, as a user of the workspace. */
  private async enter(
    pod: StagePod,
    step: ContainerStep,
    signal: AbortSignal,
  ): Promise<EnteredStep> {
    const { container, environment } = step;
    if (isPlainService(step)) return outsideStep;
    const { changesUser, workspaceBase, cacheFolders } = this.deps;
    // Without the rights of root, nobody can change owners.
    if (!changesUser) return { ...outsideStep, variables: gitTrust(environment) };
    const id = await pod.userOf(step, container.user, signal);
    const user = { id, name: container.user || id };
    const changed = [workspaceBase, ...(cacheFolders.length > 0 ? [cachesFolder] : [])];
    return enterWorkspace(this.users, user, step, async (goal) => {
      for (const folder of changed) {
        await pod.call(goal === 'own' ? ['own', folder, id] : ['share', folder], signal);
      }
    });
  }

  private contextOf(step: ContainerStep, outputs: Record<string, string> = {}): StepContext {
    const { container, environment } = step;
    const ofRunner = {
      ...proxyVariables(process.env, this.deps.hosts),
      ...authorityVariables(stepFolder),
    };
    const variables = Object.entries({ ...ofRunner, ...environment, ...outputs });
    return {
      env: variables.map(([name, value]) => `${name}=${value}`),
      // A service without commands starts in the folder of its image.
      dir: container.workingDir || (isPlainService(step) ? '' : this.sourceDir),
      user: this.deps.changesUser ? container.user : '',
    };
  }

  /** Returns what Docker would run: the cluster does not tell it, and the container starts another program. */
  private async argsOf(
    { container, commands }: ContainerStep,
    signal: AbortSignal,
  ): Promise<string[]> {
    if (commands.length > 0) return ['/bin/sh', ...shellArguments(commands)];
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

function isPlainService({ container, commands }: ContainerStep): boolean {
  return container.detach && commands.length === 0;
}
