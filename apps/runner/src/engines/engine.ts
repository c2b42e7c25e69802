import type { Readable } from 'node:stream';
import type { RegistryLogin } from '@millrace/contract/docker-config';
import type { PipelineStep, PipelineVolume, PodOptions } from '@millrace/pipeline';
import type { FileSearch } from './file-search.ts';
import type { OutputBookmark } from './output-bookmark.ts';
import type { OutputTexts } from './output-files.ts';
import type { Terminal, TerminalSize } from './terminal.ts';

/** Runs steps on one kind of machine. */
export interface Engine {
  /** Pipeline `type` that the engine runs. */
  readonly type: string;
  /**
   * Stops and removes leftovers of an earlier run, and returns the platform. Called before the first stage,
   * and again after a pause if it rejects.
   */
  open(): Promise<EnginePlatform>;
  /** Describes the isolation of steps for the log and the server. Must be called after `open`. */
  describeSteps?(): string;
  /** Describes the machine that runs the steps. Must be called after `open`. */
  describeHost?(): EngineHost;
  /**
   * Finds an image on this machine: its name with a digest, or its id if it has no digest. Must be called after
   * `open`.
   */
  findImage?(image: string): Promise<string | undefined>;
  /** True if steps cannot read the runner's files on this host. */
  isolatesSteps?(): boolean;
  createWorkspace(setup: WorkspaceSetup): Promise<Workspace>;
  /** Stages whose steps go on without their runner. Absent if they end with it. */
  readonly orphanedStages?: OrphanedStages;
}

/** Stages that an earlier start of this runner left behind. */
export interface OrphanedStages {
  /** Returns their ids; undefined if another engine has taken them. Must be called after `open`. */
  take(): number[] | undefined;
  /** Continues in the workspace of such a stage, or in a new one if no step was started in it. */
  adopt(setup: WorkspaceSetup): Promise<Workspace>;
  /** Removes the workspace of such a stage. */
  remove(stageId: number): Promise<void>;
}

export interface EnginePlatform {
  os: string;
  arch: string;
}

export interface EngineHost {
  /** `Linux 6.1.0`. */
  kernel: string;
  /** `4 × AMD EPYC 7B13`. */
  cpu: string;
}

export interface WorkspaceSetup {
  stageId: number;
  /** Clone folder in containers; both fields may be empty. */
  workspace: { base: string; path: string };
  volumes: PipelineVolume[];
  /** Folders of containers that are cached, such as `~/.npm`. Steps that mount one share its files. */
  cacheFolders?: readonly string[];
  /** Host names of the containers of the stage. */
  hosts: readonly string[];
  registries: RegistryLogin[];
  /** Called with the reason why a cluster makes the stage wait, and with an empty text when it goes on. */
  onWait?: (reason: string) => void;
  /** Choices of the pipeline for its Pod, which the runner allows. */
  pod?: PodOptions | undefined;
}

/** Files and processes of one stage. */
export interface Workspace {
  /** Working directory of the steps, as the steps see it. */
  readonly sourceDir: string;
  /** Steps that an earlier runner has started, and up to where the server has their output, if that is known. */
  readonly orphanedSteps?: OrphanedSteps | undefined;
  /** Reads the outputs of a step that an earlier runner has run. */
  readOrphanedOutputs?(step: StepSpec): Promise<OutputTexts>;
  /** Called before the first step with all steps of the stage, of which some may never run. */
  prepare?(steps: readonly StepSpec[]): void;
  /** Writes private files, by name, to the home directory used to fetch the sources. */
  writeHomeFiles(files: Record<string, string>): Promise<void>;
  /** Runs a step until it finishes; `signal` kills it. Rejects if it could not be started. */
  runStep(
    step: StepSpec,
    output: OutputSink,
    signal: AbortSignal,
    events?: StepEvents,
  ): Promise<StepExit>;
  /** Gives access to the files without running a command, as a step with this container would see them. */
  useFiles(
    step: StepSpec,
    output: OutputSink,
    signal: AbortSignal,
    use: (files: WorkspaceFiles) => Promise<void>,
  ): Promise<void>;
  /**
   * Opens an interactive shell on the terminal of this program, in the folder and with the variables and the image of a
   * step, until its user or `signal` ends it. It is not isolated from this machine as steps are.
   */
  openShell(step: StepSpec, signal: AbortSignal): Promise<void>;
  /**
   * Opens a shell in the folder, with the variables and the isolation of a step, until its user or `signal` ends it. If
   * the container of the step was kept, the shell sees its files too.
   */
  openTerminal(step: StepSpec, size: TerminalSize, signal: AbortSignal): Promise<Terminal>;
  /** Kills processes that the steps left running. */
  killLeftovers(): Promise<void>;
  remove(): Promise<void>;
}

/** Bookmarks of steps, by their numbers. */
export type OrphanedSteps = ReadonlyMap<number, OutputBookmark | undefined>;

/** Thrown if only a part of an archive may be in the workspace. Steps must not run with it. */
export class IncompleteUnpack extends Error {
  override name = 'IncompleteUnpack';
}

export interface StepEvents {
  /** Called with the image that the step runs: its name with a digest, or its id if it has no digest. */
  onImage?: ((image: string) => void) | undefined;
  /**
   * Called when the step has started, and is ready if it has a check for that. Used for steps that the stage
   * does not wait for.
   */
  onStarted?: (() => void) | undefined;
  /** Called before the step starts, which then waits for the promise. */
  onReady?: ((files: WorkspaceFiles) => Promise<void>) | undefined;
  /**
   * Called when the step has finished without being killed, with its outputs if it may have some. Its files are removed
   * when the promise settles.
   */
  onEnded?:
    | ((files: WorkspaceFiles, exit: StepExit, outputs?: OutputTexts) => Promise<void>)
    | undefined;
  /** Whether the container of the step is kept for terminals if the step fails. It is removed with the workspace. */
  keepsFailure?: boolean;
  /** Returns up to where the server has the output, which then need not be stored. */
  bookmark?: () => OutputBookmark;
  /** Whether the step gets files to which it may write outputs. */
  hasOutputs?: boolean;
}

/** Files of a workspace. Paths are relative to its sources, with `/` as separator. */
export interface WorkspaceFiles {
  find: FindFiles;
  /** Lists all files and folders, except those of git; absent if that takes too long. */
  list?(signal: AbortSignal): Promise<FileList>;
  /** Opens a listed file. Throws if it is not the same any more. */
  open?(path: string, state: FileState): AsyncIterable<Uint8Array>;
  /** Folder of the runner for temporary files, which steps cannot enter. */
  readonly spoolDir: string;
  /** Returns whether a path exists. A link counts, whatever its target is. */
  has(path: string): Promise<boolean>;
  /**
   * Packs a file or folder into a tar archive, in which names start with the last name of the path. Returns undefined if
   * it does not exist.
   */
  pack(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * Unpacks a tar archive into these paths, which must not exist. After a failure, none of them exists.
   *
   * @throws IncompleteUnpack if some files may exist
   * @param read returns the archive from its beginning on each call
   */
  unpack(read: () => Readable, paths: readonly string[], signal: AbortSignal): Promise<void>;
  /**
   * Unpacks a tar archive of files and links with these paths over the files that exist. Fails at a path that leads through
   * a link, and if a file would replace a folder or the reverse.
   *
   * @throws IncompleteUnpack if some files may be there
   * @param read returns the archive from its beginning on each call
   */
  unpackOver(read: () => Readable, paths: readonly string[], signal: AbortSignal): Promise<void>;
  /** Files of the mounted cache folders, relative to each, by the folder as the pipeline has it. */
  readonly folders?: ReadonlyMap<string, WorkspaceFiles>;
}

/** Files and folders of a workspace, by path. */
export type FileList = ReadonlyMap<string, FileState>;

/** State of a file, which changes whenever somebody writes it. */
export interface FileState {
  type: 'file' | 'directory' | 'symlink' | 'other';
  /** Bytes. */
  size: number;
  mode: number;
  mtimeMs: number;
  ctimeMs: number;
  linkTarget?: string;
}

/** Searches the workspace, which all steps share. */
export type FindFiles = (search: FileSearch) => AsyncIterable<FoundFile>;

/**
 * A match of the search: a file, readable until the next match is requested, or the reason why it cannot be
 * read.
 */
export type FoundFile = { path: string } & (
  | { file: ReadableFile }
  | { problem: string }
  /** A symbolic link, which is not followed. */
  | { linkTarget: string }
);

interface ReadableFile {
  /** Bytes. */
  size: number;
  /** Whether its owner may execute it. */
  isExecutable: boolean;
  /** Reads from the beginning on each call; throws if the file has changed. */
  read(): AsyncIterable<Uint8Array>;
}

export interface StepSpec {
  /** Counts from 1, unique in the stage. */
  number: number;
  name: string;
  commands: string[];
  environment: Record<string, string>;
  /** Seconds between TERM and KILL; 0 or undefined for the default of the engine. */
  gracePeriodSec?: number | undefined;
  /** Container settings; undefined for the clone step. */
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
> &
  Partial<Pick<PipelineStep, 'ready' | 'resources' | 'gracePeriodSec'>> & {
    /** Cache folders of the stage that the container mounts. */
    cacheFolders?: readonly string[];
  };

/** Receives output in order. While the promise is pending, no further output of the step is read. */
export type OutputSink = (chunk: Uint8Array) => void | Promise<void>;

export interface StepExit {
  exitCode: number;
  /** True if `signal` ended the step. */
  wasKilled: boolean;
  /** Error message in addition to the exit code. */
  reason?: string;
}
