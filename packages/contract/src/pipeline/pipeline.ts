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
  /** A file with a problem of severity `error` must not start a build. */
  problems: Problem[];
}

export interface Pipeline {
  kind: 'pipeline';
  type: string;
  name: string;
  platform: { os: string; arch: string };
  clone: { disable: boolean; depth: number };
  environment: Record<string, string>;
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
  environment: Record<string, string>;
  dependsOn: string[];
  when: Conditions;
  /** True for `failure: ignore`: the stage goes on as if the step had succeeded. */
  ignoresFailure: boolean;
}
