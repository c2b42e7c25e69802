/** Carries steps out on one kind of machine. */
export interface Engine {
  /** The `type` of the pipelines that it takes. */
  readonly type: string;
  readonly os: string;
  readonly arch: string;
  /** Ends and removes what an earlier run left behind; called before the first stage. */
  recover(): Promise<void>;
  createWorkspace(stageId: number): Promise<Workspace>;
}

/** A stage's own place: its files, its processes. */
export interface Workspace {
  /** Where the steps start, as they see it. */
  readonly sourceDir: string;
  /** Writes private files of the steps' home directory, by name. */
  writeHomeFiles(files: Record<string, string>): Promise<void>;
  /** Runs a step to its end; `signal` kills it. Rejects if it could not be started. */
  runStep(script: StepScript, output: OutputSink, signal: AbortSignal): Promise<StepExit>;
  /** Kills what the steps left running. */
  killLeftovers(): Promise<void>;
  remove(): Promise<void>;
}

export interface StepScript {
  /** Counts from 1, unique in the stage. */
  number: number;
  commands: string[];
  environment: Record<string, string>;
}

/** Takes output in order; while the promise is pending the step's output is held back. */
export type OutputSink = (chunk: Uint8Array) => void | Promise<void>;

export interface StepExit {
  exitCode: number;
  /** True if `signal` ended the step. */
  wasKilled: boolean;
}
