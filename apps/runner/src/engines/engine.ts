import type { PipelineStep, PipelineVolume } from '@millrace/contract/pipeline';
import type { FileSearch } from './file-search.ts';

/** Carries steps out on one kind of machine. */
export interface Engine {
  /** The `type` of the pipelines that it takes. */
  readonly type: string;
  /**
   * Ends and removes what an earlier run left behind, and tells what machine this is; called before
   * the first stage, and again after a while where it rejects.
   */
  open(): Promise<EnginePlatform>;
  /** How steps are kept apart from the runner, in words for the log and the server; known once it is open. */
  describeSteps?(): string;
  /** Whether steps cannot reach what the runner keeps on this host. */
  keepsStepsApart?(): boolean;
  createWorkspace(setup: WorkspaceSetup): Promise<Workspace>;
}

export interface EnginePlatform {
  os: string;
  arch: string;
}

export interface WorkspaceSetup {
  stageId: number;
  /** Where the pipeline wants its sources in containers; both may be empty. */
  workspace: { base: string; path: string };
  volumes: PipelineVolume[];
  /** Names by which containers of the stage find each other. */
  hosts: readonly string[];
  registries: RegistryLogin[];
}

/** Credentials of an image registry. */
export interface RegistryLogin {
  /** `registry.example.com:5000`. */
  host: string;
  username: string;
  password: string;
}

/** A stage's own place: its files, its processes. */
export interface Workspace {
  /** Where the steps start, as they see it. */
  readonly sourceDir: string;
  /** Writes private files of the home directory in which the sources are fetched, by name. */
  writeHomeFiles(files: Record<string, string>): Promise<void>;
  /**
   * Runs a step to its end; `signal` kills it. Rejects if it could not be started.
   */
  runStep(
    step: StepSpec,
    output: OutputSink,
    signal: AbortSignal,
    events?: StepEvents,
  ): Promise<StepExit>;
  /** Kills what the steps left running. */
  killLeftovers(): Promise<void>;
  remove(): Promise<void>;
}

export interface StepEvents {
  /** The step runs, for steps that nobody waits for. */
  onStarted?: (() => void) | undefined;
  /** The step has ended and was not killed; what it leaves goes when the promise is settled. */
  onEnded?: ((findFiles: FindFiles) => Promise<void>) | undefined;
}

/** Searches what a step left where the sources are, with what is the next steps' too. */
export type FindFiles = (search: FileSearch) => AsyncIterable<FoundFile>;

/** What stands at a path that is wanted: a file, until the next one is asked for, or no file to be read. */
export type FoundFile = { path: string } & ({ file: LeftFile } | { problem: string });

interface LeftFile {
  /** In bytes. */
  size: number;
  /** Begins anew with each call; throws where the file is no longer what it was. */
  read(): AsyncIterable<Uint8Array>;
}

export interface StepSpec {
  /** Counts from 1, unique in the stage. */
  number: number;
  name: string;
  commands: string[];
  environment: Record<string, string>;
  /** What it asks of a container; undefined for the step that fetches the sources. */
  container?: ContainerSpec | undefined;
}

export type ContainerSpec = Pick<
  PipelineStep,
  | 'image'
  | 'pull'
  | 'entrypoint'
  | 'command'
  | 'detach'
  | 'privileged'
  | 'user'
  | 'workingDir'
  | 'volumes'
  | 'networkMode'
  | 'dns'
  | 'dnsSearch'
  | 'extraHosts'
  | 'memoryLimit'
  | 'sharedMemory'
>;

/** Takes output in order; while the promise is pending the step's output is held back. */
export type OutputSink = (chunk: Uint8Array) => void | Promise<void>;

export interface StepExit {
  exitCode: number;
  /** True if `signal` ended the step. */
  wasKilled: boolean;
  /** What there is to say beside the exit code. */
  reason?: string;
}
