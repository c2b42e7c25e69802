import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import type Docker from 'dockerode';
import type { ContainerCreateOptions } from 'dockerode';
import { orAbort } from '../../shared/or-abort.ts';
import { ArchivedFiles } from '../archived-files.ts';
import type {
  ContainerSpec,
  OutputSink,
  StepEvents,
  StepExit,
  StepSpec,
  Workspace,
  WorkspaceFiles,
  WorkspaceSetup,
} from '../engine.ts';
import { type EnteredStep, enterWorkspace, outsideStep } from '../enter-workspace.ts';
import { graceMsOf } from '../grace-period.ts';
import { authorityFiles } from '../own-authorities.ts';
import { packSources } from '../pack-sources.ts';
import type { Terminal, TerminalSize } from '../terminal.ts';
import { WorkspaceUsers } from '../workspace-users.ts';
import { changeFiles } from './change-files.ts';
import { containerOptions, type StageContainers } from './container-options.ts';
import { createOutputFiles, outputEnvironment, readOutputFiles } from './container-outputs.ts';
import { startContainerTerminal, waitingOptions } from './container-terminal.ts';
import { dockerArchives, putArchive } from './docker-archives.ts';
import { dockerMessage } from './docker-message.ts';
import { findDigest } from './find-digest.ts';
import { findFolders } from './find-folders.ts';
import { readImageUser } from './image-user.ts';
import { pullImage } from './pull-image.ts';
import { runContainer } from './run-container.ts';
import { runTerminal, terminalOptions } from './run-terminal.ts';
import { putRunnerFiles, runnerFolder } from './runner-files.ts';
import { removeContainer, removeContainers, sweep } from './sweep.ts';

const serviceGraceMs = 1000;
/** Error of Docker for an image without the program that a container starts. */
const missingShell = /exec: "\/bin\/sh": .*(?:no such file|not found)/s;
const noContainer = 'The step has no container';
const noShellMessage = 'The image of the step has no shell (/bin/sh), which a terminal needs';

export interface DockerWorkspaceDeps {
  docker: Docker;
  setup: WorkspaceSetup;
  stage: StageContainers;
  /** Workspace on the runner's own host, where the sources are fetched. */
  host: Workspace;
  killGraceMs: number;
}

/**
 * The containers of a stage, with their own network and volume. The sources are fetched on the runner's
 * host, where git works and the server is reachable, and then copied into the volume.
 */
export class DockerWorkspace implements Workspace {
  readonly sourceDir: string;
  private readonly deps: DockerWorkspaceDeps;
  private readonly users = new WorkspaceUsers();
  private hasSources = false;
  private upload: Promise<void> | undefined;
  /** Containers of failed steps that are kept for terminals, by the numbers of their steps. */
  private readonly kept = new Map<number, Docker.Container>();
  /** Images of these containers. */
  private readonly images = new Map<number, Promise<string>>();

  constructor(deps: DockerWorkspaceDeps) {
    this.deps = deps;
    this.sourceDir = deps.stage.sourceDir;
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
    const { container: spec } = step;
    if (!spec) {
      const exit = await this.deps.host.runStep(step, output, signal, events);
      this.hasSources = true;
      return exit;
    }
    await this.pull(spec, output, signal);
    const entered = await this.enter(step, spec);
    try {
      return await this.runEntered(step, spec, entered, { output, signal, events });
    } finally {
      entered.leave();
    }
  }

  private runEntered(
    step: StepSpec,
    spec: ContainerSpec,
    entered: EnteredStep,
    { output, signal, events }: { output: OutputSink; signal: AbortSignal; events: StepEvents },
  ): Promise<StepExit> {
    const { docker, killGraceMs } = this.deps;
    const { hasOutputs } = events;
    const outputVariables = hasOutputs ? outputEnvironment : {};
    const environment = { ...step.environment, ...entered.variables, ...outputVariables };
    const entry = { ...step, environment };
    return this.withContainer(entry, spec, { signal }, async (container, files) => {
      const image = await findDigest(docker, spec.image);
      if (image !== undefined) events.onImage?.(image);
      await events.onReady?.(files);
      if (hasOutputs) await createOutputFiles(container);
      const problem = await entered.takeFiles(signal);
      if (problem !== undefined) await output(Buffer.from(`[millrace] ${problem}\n`));
      // A service is removed with its data, so nothing is lost if its shell ignores the signal.
      const defaultMs = spec.detach ? Math.min(killGraceMs, serviceGraceMs) : killGraceMs;
      const { onStarted } = events;
      const run = {
        output,
        signal,
        onStarted,
        ready: spec.ready,
        killGraceMs: graceMsOf(step, defaultMs),
      };
      const exit = await runContainer(container, run);
      const hasFailed = exit.exitCode !== 0 || exit.wasKilled;
      if (events.keepsFailure && hasFailed) this.kept.set(step.number, container);
      if (exit.wasKilled) return exit;
      const outputs = hasOutputs ? await readOutputFiles(container) : undefined;
      await events.onEnded?.(files, exit, outputs);
      return exit;
    });
  }

  async useFiles(
    step: StepSpec,
    output: OutputSink,
    signal: AbortSignal,
    use: (files: WorkspaceFiles) => Promise<void>,
  ): Promise<void> {
    const { container: spec } = step;
    if (!spec) throw new Error(noContainer);
    // The container is never started, but Docker creates none without a command.
    const idle = { ...step, commands: ['exit'] };
    await this.pull(spec, output, signal);
    await this.withContainer(idle, spec, { signal }, (_, files) => use(files));
  }

  async openShell(step: StepSpec, signal: AbortSignal): Promise<void> {
    const { container: spec } = step;
    if (!spec) return this.deps.host.openShell(step, signal);
    // The commands only decide the settings of the container; a step without any may start in another folder.
    const idle = { ...step, commands: ['exit'] };
    await this.pull({ ...spec, pull: 'if-not-exists' }, () => undefined, signal);
    const run = { signal, options: terminalOptions };
    await this.withContainer(idle, spec, run, (container) => runTerminal(container, signal));
  }

  async openTerminal(step: StepSpec, size: TerminalSize, signal: AbortSignal): Promise<Terminal> {
    const { container: spec } = step;
    if (!spec) throw new Error(noContainer);
    const image = await this.findKeptImage(step.number);
    if (image === undefined) {
      await this.pull({ ...spec, pull: 'if-not-exists' }, () => undefined, signal);
    }
    const entered = await this.enter(step, spec);
    // The commands only decide the settings of the container.
    const environment = { ...step.environment, ...entered.variables, ...noFileVariables };
    const shell = { ...step, commands: ['exit'], environment };
    const options = { ...waitingOptions, ...(image === undefined ? {} : { Image: image }) };
    const { container } = await this.createContainer(shell, { ...spec, detach: false }, options);
    try {
      await orAbort(this.putSources(container), signal);
      await entered.takeFiles(signal);
      const terminal = await startContainerTerminal(container, size, signal);
      return { ...terminal, exited: terminal.exited.finally(() => entered.leave()) };
    } catch (error) {
      entered.leave();
      await removeContainer(container);
      if (signal.aborted) throw error;
      const message = dockerMessage(error);
      throw new Error(missingShell.test(message) ? noShellMessage : message);
    }
  }

  /** Returns an image with the files of the failed container; undefined if it was not kept. */
  private findKeptImage(step: number): Promise<string> | undefined {
    const container = this.kept.get(step);
    if (!container) return undefined;
    const known = this.images.get(step);
    if (known) return known;
    // It has the labels of the container, by which it is removed.
    const image = container.commit().then(({ Id }: { Id: string }): string => Id);
    this.images.set(step, image);
    // The next terminal tries it again.
    image.catch(() => this.images.delete(step));
    return image;
  }

  /** Creates the container of a step, with the sources, and removes it when `use` has ended. */
  private async withContainer<Result>(
    step: StepSpec,
    spec: ContainerSpec,
    { signal, options }: { signal: AbortSignal; options?: ContainerCreateOptions },
    use: (container: Docker.Container, files: WorkspaceFiles) => Promise<Result>,
  ): Promise<Result> {
    const { container, folders } = await this.createContainer(step, spec, options);
    try {
      await orAbort(this.putSources(container), signal);
      return await use(container, this.filesOf(container, folders));
    } catch (error) {
      throw signal.aborted ? error : new Error(dockerMessage(error));
    } finally {
      if (this.kept.get(step.number) !== container) await removeContainer(container);
    }
  }

  private async pull(
    { image, pull: policy }: Pick<ContainerSpec, 'image' | 'pull'>,
    output: OutputSink,
    signal: AbortSignal,
  ): Promise<void> {
    const { docker, setup } = this.deps;
    if (image === '') throw new Error('The step has no image');
    const addNote = async (line: string) => await output(Buffer.from(`${line}\n`));
    const { registries } = setup;
    await pullImage(docker, { image, policy, registries, addNote, signal });
  }

  /** Registers a step, whose image is on this machine, as a user of the workspace. */
  private async enter(step: StepSpec, spec: ContainerSpec): Promise<EnteredStep> {
    if (spec.detach && step.commands.length === 0) return outsideStep;
    const { docker, stage } = this.deps;
    const { image } = spec;
    const user = await readImageUser(docker, spec);
    const programs = { own: ['chown', '-Rh', user.name], share: ['chmod', '-R', 'a+rwX'] };
    return enterWorkspace(this.users, user, step, (goal, signal) =>
      changeFiles(docker, stage, { image, command: programs[goal], signal }),
    );
  }

  private filesOf(
    container: Docker.Container,
    folders: ReadonlyMap<string, string>,
  ): WorkspaceFiles {
    const archivesOf = (path: string) => {
      const archives = dockerArchives(container, path);
      const write = async (archive: Readable) => {
        this.users.addUnknown();
        await archives.write(archive);
      };
      return { ...archives, write };
    };
    const { sourceDir } = this.deps.host;
    const own = [...folders].map(([folder, path]): [string, WorkspaceFiles] => [
      folder,
      new ArchivedFiles(archivesOf(path), sourceDir),
    ]);
    return new ArchivedFiles(archivesOf(this.sourceDir), sourceDir, new Map(own));
  }

  async killLeftovers(): Promise<void> {
    const kept = new Set([...this.kept.values()].map(({ id }) => id));
    await removeContainers(this.deps.docker, this.deps.stage.labels, kept);
    await this.deps.host.killLeftovers();
  }

  async remove(): Promise<void> {
    await this.deps.host.remove();
    await sweep(this.deps.docker, this.deps.stage.labels);
  }

  /** Creates the container of a step, in the networks of its stage and of the runner, with its authorities. */
  private async createContainer(
    step: StepSpec,
    spec: ContainerSpec,
    options: ContainerCreateOptions = {},
  ): Promise<{ container: Docker.Container; folders: ReadonlyMap<string, string> }> {
    const { docker, stage } = this.deps;
    const folders = await findFolders(docker, step, spec, stage.labels);
    const container = await docker.createContainer({
      ...containerOptions(step, spec, stage, folders),
      ...options,
    });
    // A step with a network mode of its own cannot join another network.
    const networks = spec.networkMode === '' ? stage.settings.networks : [];
    try {
      for (const name of networks) {
        await docker.getNetwork(name).connect({ Container: container.id });
      }
      const authorities = authorityFiles(runnerFolder);
      if (Object.keys(authorities).length > 0) await putRunnerFiles(container, authorities, 0o644);
    } catch (error) {
      await removeContainer(container);
      throw new Error(dockerMessage(error));
    }
    return { container, folders };
  }

  /** Copies the sources through the first container, because any container with the volume can be used. */
  private putSources(container: Docker.Container): Promise<void> {
    if (!this.hasSources) return Promise.resolve();
    const { stage, host } = this.deps;
    const inBase = posix.relative(stage.workspaceBase, stage.sourceDir);
    const archive = packSources(host.sourceDir, inBase);
    this.upload ??= putArchive(container, archive, stage.workspaceBase);
    return this.upload;
  }
}

/** Variables that steps get only in a file. They are empty, as the image has those of the failed container. */
const noFileVariables = {
  DRONE_NETRC_FILE: '',
  DRONE_NETRC_MACHINE: '',
  DRONE_NETRC_USERNAME: '',
  DRONE_NETRC_PASSWORD: '',
};
