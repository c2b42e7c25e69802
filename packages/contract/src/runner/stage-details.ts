import type { Build, Stage } from '../api/build.ts';
import type { Repo } from '../api/repos.ts';
import type { OutputInputs } from './output-messages.ts';
import type { ReplayInputs } from './replay-messages.ts';
import type { TerminalInputs } from './terminal-messages.ts';

/**
 * Stages that a runner accepts. Without platform fields, it accepts all platforms. Name, capacity and steps
 * are shown to people who ask why a stage is waiting, or how its steps are isolated.
 */
export interface StageFilter {
  kind: string;
  type: string;
  os?: string | undefined;
  arch?: string | undefined;
  variant?: string | undefined;
  kernel?: string | undefined;
  labels?: Record<string, string> | undefined;
  machine?: string | undefined;
  capacity?: number | undefined;
  /** Description of the isolation of steps. */
  steps?: string | undefined;
  /** Version of the runner. */
  version?: string | undefined;
}

/** Credentials for `git` over HTTP, valid until the stage finishes. */
export interface Netrc {
  machine: string;
  login: string;
  password: string;
}

export interface StageSecret {
  name: string;
  data: string;
  /** Whether only steps may use it that run nothing but their image. */
  isForImages?: boolean | undefined;
}

/** A secret that the stage uses and its build may not, by a limit of the secret. */
export interface WithheldSecret {
  name: string;
  limit: 'event' | 'branch';
}

/** Variable of all steps, set by an extension of the server. */
export interface StageVariable {
  name: string;
  data: string;
  /** Whether its value is masked in logs. */
  isMasked: boolean;
}

/** Credentials of an image registry, from an extension of the server. */
export interface StageRegistry {
  /** Host, or URL as `docker login` writes it. */
  address: string;
  username: string;
  password: string;
}

/** Everything that a runner needs to run a stage. */
export interface StageDetails extends OutputInputs, ReplayInputs, TerminalInputs {
  repo: Repo;
  build: Build;
  stage: Stage;
  /** Text of the pipeline file at the build's commit. */
  config: string;
  secrets: StageSecret[];
  /** Absent if there are none, and for pull requests and forks. */
  withheldSecrets?: WithheldSecret[] | undefined;
  /** Variables with a lower precedence than those of the pipeline file; absent if there are none. */
  variables?: StageVariable[] | undefined;
  registries?: StageRegistry[] | undefined;
  /** Files changed by the build's commits; absent if unknown. */
  changedPaths?: string[] | undefined;
  /** Git reference to fetch the commit from; absent if it is the build's own reference. */
  cloneSource?: { url: string; ref: string } | undefined;
  /** Public URL of the server, for links and `DRONE_SYSTEM_*`. */
  system: { proto: string; host: string; link: string; version: string };
  netrc: Netrc | null;
  /** Credentials of the steps that may push, for the repository of the build. Absent if there are none. */
  pushes?: StepPush[] | undefined;
  /** Reason why a step that asks to push must not run. */
  pushRefusal?: string | undefined;
}

/** Credentials with which a step pushes. */
export interface StepPush {
  step: string;
  login: string;
  password: string;
}
