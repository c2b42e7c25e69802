import { posix } from 'node:path';
import type Docker from 'dockerode';
import { orAbort } from '../../shared/or-abort.ts';
import type {
  OutputSink,
  StepEvents,
  StepExit,
  StepSpec,
  Workspace,
  WorkspaceSetup,
} from '../engine.ts';
import { containerOptions, type StageContainers } from './container-options.ts';
import { dockerMessage } from './docker-message.ts';
import { findFilesInContainer } from './find-files-in-container.ts';
import { packSources } from './pack-sources.ts';
import { pullImage } from './pull-image.ts';
import { runContainer } from './run-container.ts';
import { removeContainer, removeContainers, sweep } from './sweep.ts';

const serviceGraceMs = 1000;

export interface DockerWorkspaceParts {
  docker: Docker;
  setup: WorkspaceSetup;
  stage: StageContainers;
  /** Where the sources are fetched, on the runner's own host. */
  host: Workspace;
  killGraceMs: number;
}

/**
 * A stage's containers, with a network and a volume of their own. The sources are fetched on the
 * runner's host, whose git and address of the server work, and then put into the volume.
 */
export class DockerWorkspace implements Workspace {
  readonly sourceDir: string;
  private readonly parts: DockerWorkspaceParts;
  private hasSources = false;
  private upload: Promise<void> | undefined;

  constructor(parts: DockerWorkspaceParts) {
    this.parts = parts;
    this.sourceDir = parts.stage.sourceDir;
  }

  async writeHomeFiles(files: Record<string, string>): Promise<void> {
    await this.parts.host.writeHomeFiles(files);
  }

  async runStep(
    step: StepSpec,
    output: OutputSink,
    signal: AbortSignal,
    events: StepEvents = {},
  ): Promise<StepExit> {
    const { docker, setup, stage, host, killGraceMs } = this.parts;
    const { container: spec } = step;
    if (!spec) {
      const exit = await host.runStep(step, output, signal, events);
      this.hasSources = true;
      return exit;
    }
    if (spec.image === '') throw new Error('The step has no image');
    const say = async (line: string) => await output(Buffer.from(`${line}\n`));
    const { registries } = setup;
    await pullImage(docker, { image: spec.image, policy: spec.pull, registries, say, signal });
    const container = await docker.createContainer(containerOptions(step, spec, stage));
    const place = { sourceDir: this.sourceDir, spoolDir: host.sourceDir };
    try {
      await orAbort(this.putSources(container), signal);
      // A service goes with its data: nothing is lost where a shell in front of it hears no signal.
      const graceMs = spec.detach ? Math.min(killGraceMs, serviceGraceMs) : killGraceMs;
      const run = { output, signal, onStarted: events.onStarted, killGraceMs: graceMs };
      const exit = await runContainer(container, run);
      if (!exit.wasKilled) {
        await events.onEnded?.((search) => findFilesInContainer(container, place, search));
      }
      return exit;
    } catch (error) {
      throw signal.aborted ? error : new Error(dockerMessage(error));
    } finally {
      await removeContainer(container);
    }
  }

  async killLeftovers(): Promise<void> {
    await removeContainers(this.parts.docker, this.parts.stage.labels);
    await this.parts.host.killLeftovers();
  }

  async remove(): Promise<void> {
    await this.parts.host.remove();
    await sweep(this.parts.docker, this.parts.stage.labels);
  }

  /** Any container that has the volume will do for the way in; the first one is taken. */
  private putSources(container: Docker.Container): Promise<void> {
    if (!this.hasSources) return Promise.resolve();
    const { stage, host } = this.parts;
    const inBase = posix.relative(stage.workspaceBase, stage.sourceDir);
    this.upload ??= container
      .putArchive(packSources(host.sourceDir, inBase), { path: stage.workspaceBase })
      .then(() => undefined);
    return this.upload;
  }
}
