import type { FileKind } from '../step-files.ts';
import type { Conditions } from './conditions.ts';
import type { Parameter } from './parameter.ts';
import type { Data } from './yaml/yaml-data.ts';

/** Where and why a pipeline file is wrong. Lines, columns and documents count from 1. */
export interface Problem {
  severity: 'error' | 'warning';
  document: number;
  line: number;
  column: number;
  message: string;
}

export interface PipelineFile {
  pipelines: Pipeline[];
  /** Secrets that the file itself brings or names. */
  secrets: PipelineSecret[];
  /** A file with a problem of severity `error` must not start a build. */
  problems: Problem[];
}

export interface PipelineSecret {
  name: string;
  /** base64; only the server can open it, for this repository. Empty for an external one. */
  data: string;
  /** Name under which the secret is kept elsewhere. */
  externalName?: string;
}

/** The value of a variable, or the name of the secret that holds it. */
export type EnvironmentValue = string | { fromSecret: string };

export interface Platform {
  os: string;
  arch: string;
  variant: string;
  /** Version of the kernel, `1809` for one. */
  version: string;
}

export interface Pipeline {
  kind: 'pipeline';
  type: string;
  name: string;
  platform: Platform;
  clone: { disable: boolean; depth: number };
  /** Where the sources go in containers; both may be empty. */
  workspace: { base: string; path: string };
  environment: Record<string, EnvironmentValue>;
  volumes: PipelineVolume[];
  services: PipelineStep[];
  steps: PipelineStep[];
  /** Labels that a runner must have. */
  node: Record<string, string>;
  /** Names of secrets that hold the credentials of image registries. */
  imagePullSecrets: string[];
  /** Names of the pipelines of this file that must end first. */
  dependsOn: string[];
  trigger: Conditions;
  /** How many stages of this name may run at once; 0 is no limit. */
  concurrency: number;
  parameters: Parameter[];
  /** What the pipeline may only do in a trusted repository, as errors for one that is not. */
  trustProblems: Problem[];
}

export type PullPolicy = 'default' | 'always' | 'if-not-exists' | 'never';

/** A step, or a service: the same, but that it runs until the stage is over. */
export interface PipelineStep {
  name: string;
  image: string;
  pull: PullPolicy;
  commands: string[];
  entrypoint: string[];
  command: string[];
  environment: Record<string, EnvironmentValue>;
  /** Parameters of a plugin. A map with the key `from_secret` stands for that secret, at any depth. */
  settings: Record<string, Data>;
  dependsOn: string[];
  when: Conditions;
  /** True for `failure: ignore`: the stage goes on as if the step had succeeded. */
  ignoresFailure: boolean;
  /** True if the stage does not wait for its end. */
  detach: boolean;
  privileged: boolean;
  user: string;
  workingDir: string;
  volumes: VolumeMount[];
  networkMode: string;
  dns: string[];
  dnsSearch: string[];
  /** `name:address` each. */
  extraHosts: string[];
  /** Bytes; 0 is no limit. */
  memoryLimit: number;
  /** Bytes of `/dev/shm`; 0 is the engine's own default. */
  sharedMemory: number;
  files: StepFiles;
}

/** Patterns of the files that are taken from the workspace when a step has ended, by what they are for. */
export type StepFiles = Record<FileKind, string[]>;

export interface VolumeMount {
  /** Name of one of the pipeline's volumes. */
  name: string;
  path: string;
}

export type PipelineVolume =
  | { name: string; kind: 'temp'; inMemory: boolean }
  | { name: string; kind: 'host'; path: string };
