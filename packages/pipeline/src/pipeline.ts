import type { Conditions } from './conditions.ts';
import type { Parameter } from './parameter.ts';
import type { PodOptions, Resources } from './pod-options.ts';
import type { ArtifactTime, FileKind, ManualPermission, RetryCause } from './vocabulary.ts';
import type { Data } from './yaml/yaml-data.ts';

/** Error or warning in a pipeline file, with its position. Lines, columns and documents count from 1. */
export interface Problem {
  severity: 'error' | 'warning';
  /** Path of its file, if several are read as one. */
  file?: string;
  /** Counts over all files. */
  document: number;
  line: number;
  column: number;
  message: string;
}

export interface PipelineFile {
  pipelines: Pipeline[];
  /** Secrets defined or referenced by the file. */
  secrets: PipelineSecret[];
  /** A file with a problem of severity `error` must not start a build. */
  problems: Problem[];
}

export interface PipelineSecret {
  name: string;
  /** base64; only the server can decrypt it, for this repository. Empty for an external secret. */
  data: string;
  /** Name of the secret that this one is another name for, or its name in the external store. */
  externalName?: string;
  /** Location in an external store; absent for another name of a secret of the server. */
  externalPath?: string;
}

/** Value of a variable, or name of the secret that holds it. */
export type EnvironmentValue = string | { fromSecret: string };

export interface Platform {
  os: string;
  arch: string;
  variant: string;
  /** Kernel version, such as `1809`. */
  version: string;
}

export interface Pipeline {
  kind: 'pipeline';
  type: string;
  name: string;
  platform: Platform;
  clone: {
    disable: boolean;
    /** Number of commits; 0 for all. */
    depth: number;
    repositories: ClonedRepository[];
  };
  /** Clone folder in containers; both fields may be empty. */
  workspace: { base: string; path: string };
  environment: Record<string, EnvironmentValue>;
  volumes: PipelineVolume[];
  services: PipelineStep[];
  steps: PipelineStep[];
  /** Required runner labels. */
  node: Record<string, string>;
  /** Names of secrets with credentials for image registries. */
  imagePullSecrets: string[];
  /** Names of pipelines in this file that must finish first. */
  dependsOn: string[];
  trigger: Conditions;
  /** Maximum number of running stages of this name; 0 means no limit. */
  concurrency: number;
  /** True for `failure: ignore`: the build goes on as if the stage had succeeded, and says so. */
  ignoresFailure: boolean;
  /** Permission of people who may start the stage; empty for a stage that starts by itself. */
  manual: ManualPermission | '';
  /** A newer build of the branch or pull request may cancel the stage. */
  isInterruptible: boolean;
  /** Maximum time of the stage in seconds; 0 means that of the repository. */
  timeoutSec: number;
  retry: RetryPolicy;
  /** Stores the files of earlier steps when a step fails, for its replay. */
  storesReplayFiles: boolean;
  /** Whether the stage fails before its first step if a step lacks a secret. */
  requiresSecrets: boolean;
  parameters: Parameter[];
  /** Caches that are restored after the clone, and stored when all steps have succeeded. */
  caches: CacheDeclaration[];
  /** Artifacts of other pipelines that are downloaded after the clone. */
  artifactsFrom: ArtifactSource[];
  /** Outputs that decide the values of the matrix; empty if the file has all values. */
  matrixSources: MatrixSource[];
  /** Choices for the Pod of the stage; undefined for a type of third-party runners. */
  pod?: PodOptions;
  /** Features that need a trusted repository, as errors to report for an untrusted one. */
  trustProblems: Problem[];
}

/** When and how often a failed stage runs again by itself. */
export interface RetryPolicy {
  /** Maximum number of further tries; 0 for none. */
  max: number;
  causes: RetryCause[];
  exitCodes: number[];
}

export type PullPolicy = 'default' | 'always' | 'if-not-exists' | 'never';

/** Permission of a step to push. */
export interface StepPush {
  /** Refs, each with a `*` at its end or none. */
  refs: string[];
  /** Whether these pushes start builds. */
  startsBuilds: boolean;
}

/** A step or a service. A service runs until the stage finishes. */
export interface PipelineStep {
  name: string;
  image: string;
  pull: PullPolicy;
  commands: string[];
  entrypoint: string[];
  command: string[];
  environment: Record<string, EnvironmentValue>;
  /** Plugin parameters. At any depth, a map with the key `from_secret` is a reference to that secret. */
  settings: Record<string, Data>;
  dependsOn: string[];
  when: Conditions;
  /** True for `failure: ignore`: the stage continues as if the step had succeeded. */
  ignoresFailure: boolean;
  /** Number of further tries after a failure of the step itself; 0 for none. */
  retries: number;
  /** True if the stage does not wait for the step to finish. */
  detach: boolean;
  privileged: boolean;
  user: string;
  workingDir: string;
  volumes: VolumeMount[];
  networkMode: string;
  dns: string[];
  dnsSearch: string[];
  /** Entries `name:address`. */
  extraHosts: string[];
  /** Bytes; 0 means no limit. */
  memoryLimit: number;
  /** Size of `/dev/shm` in bytes; 0 means the default of the engine. */
  sharedMemory: number;
  files: StepFiles;
  artifactRule: ArtifactRule;
  /** Maximum time of the step in seconds; 0 means that of the stage. */
  timeoutSec: number;
  /** Seconds between TERM and KILL when the step is ended from outside; 0 means the default of the runner. */
  gracePeriodSec: number;
  /** Check after which other steps may start; only of a service. */
  ready?: ReadyCheck | undefined;
  /** Caches that are restored before the first command, and stored after a success. */
  caches: CacheDeclaration[];
  push: StepPush;
  /** Undefined for a type of third-party runners. */
  resources?: Resources;
}

/** A further repository that is cloned. */
export interface ClonedRepository {
  /** Namespace and name of a repository of the same forge, or a URL. */
  repository: string;
  /** Branch, tag or commit; empty for the default branch. */
  ref: string;
  /** Folder in the clone folder. */
  path: string;
}

/** Artifacts of a pipeline, for one that depends on it. */
export interface ArtifactSource {
  /** Name that the file gives to the pipeline. */
  pipeline: string;
  /** Names of its stages: one, or one for each combination of its matrix. */
  stages: string[];
  /** Patterns of the paths; empty for all. */
  paths: string[];
  /** Folder in the workspace; empty for the workspace itself. */
  to: string;
}

/** Output of an earlier pipeline with the values of a variable of the matrix. */
export interface MatrixSource {
  variable: string;
  pipeline: string;
  output: string;
}

/** Files that are stored for later builds. */
export interface CacheDeclaration {
  /** May contain calls of `checksum`, as in `npm-{{ checksum "package-lock.json" }}`. */
  key: string;
  /** Starts of keys, by which a cache is found if none has the key. */
  restoreKeys: string[];
  /**
   * Relative to the workspace, or in containers also folders outside of it, as `/go/pkg/mod` and `~/.npm`; sorted, and
   * none is below another.
   */
  paths: string[];
}

/** Tells when a service is ready. The stage fails if it is not ready within this time. */
export type ReadyCheck = { withinSec: number } & (
  | { kind: 'command'; commands: string[] }
  | { kind: 'tcp'; port: number }
  | { kind: 'http'; port: number; path: string }
);

/** Patterns of the files collected from the workspace when a step finishes, by purpose. */
export type StepFiles = Record<FileKind, string[]>;

/** Which artifacts of a step are stored, and for how long. */
export interface ArtifactRule {
  when: ArtifactTime;
  /** Days after which they are deleted; 0 for those of the repository. */
  days: number;
}

export interface VolumeMount {
  /** Name of a volume of the pipeline. */
  name: string;
  path: string;
  readOnly?: boolean;
  /** Relative path in the volume, without `..`; only runners for Kubernetes use it. */
  subPath?: string;
}

export type PipelineVolume =
  | TemporaryVolume
  | { name: string; kind: 'host'; path: string }
  | ClusterVolume;

export interface TemporaryVolume {
  name: string;
  kind: 'temp';
  inMemory: boolean;
  /** Maximum size in bytes; 0 means no limit. Docker limits only volumes in memory. */
  sizeLimit: number;
}

/** Only runners for Kubernetes mount these, as far as their settings allow it. */
export type ClusterVolume = { name: string } & (
  | { kind: 'claim'; source: string; readOnly: boolean }
  | FilesVolume
  | { kind: 'downward_api'; items: { path: string; fieldPath: string }[] }
);

/** Files of an object of the cluster, whose name is `source`. */
interface FilesVolume {
  kind: 'config_map' | 'secret';
  source: string;
  /** Permissions of the files; undefined for those of the cluster. */
  mode: number | undefined;
  /** True if the object need not exist. */
  optional: boolean;
}
