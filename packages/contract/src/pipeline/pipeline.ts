import type { Conditions } from './conditions.ts';

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
  /** Secrets that lie encrypted in the file itself. */
  secrets: PipelineSecret[];
  /** A file with a problem of severity `error` must not start a build. */
  problems: Problem[];
}

export interface PipelineSecret {
  name: string;
  /** base64; only the server can open it, for this repository. */
  data: string;
}

/** The value of a variable, or the name of the secret that holds it. */
export type EnvironmentValue = string | { fromSecret: string };

export interface Pipeline {
  kind: 'pipeline';
  type: string;
  name: string;
  platform: { os: string; arch: string };
  clone: { disable: boolean; depth: number };
  environment: Record<string, EnvironmentValue>;
  steps: PipelineStep[];
  /** Names of the pipelines of this file that must end first. */
  dependsOn: string[];
  trigger: Conditions;
  /** How many stages of this name may run at once; 0 is no limit. */
  concurrency: number;
}

export interface PipelineStep {
  name: string;
  commands: string[];
  environment: Record<string, EnvironmentValue>;
  dependsOn: string[];
  when: Conditions;
  /** True for `failure: ignore`: the stage goes on as if the step had succeeded. */
  ignoresFailure: boolean;
}
