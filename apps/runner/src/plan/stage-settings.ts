import type { RegistryLogin } from '@millrace/contract/docker-config';
import type { Pipeline } from '@millrace/pipeline';
import {
  type ContainerSettings,
  defaultContainerSettings,
} from '../engines/docker/container-settings.ts';
import type { StepSpec, Workspace } from '../engines/engine.ts';
import type { KubernetesSettings } from '../engines/kubernetes/kubernetes-settings.ts';
import type { LocalSources } from './local-sources.ts';

/** Settings of an operator for all stages of a runner, embedded in the server or standalone. */
/** Opens a shell for the first step that failed, or else for the last step. */
type OpenShell = (
  workspace: Workspace,
  step: StepSpec,
  exitCode: number,
  signal: AbortSignal,
) => Promise<void>;

export interface StageSettings {
  /** Variables of all steps. Those of a pipeline file take precedence. */
  environment: Record<string, string>;
  /** Patterns of plugin images that run with privileges. */
  privilegedImages: string[];
  /** Credentials of image registries. */
  logins: RegistryLogin[];
  containers: ContainerSettings;
  /** Undefined if no steps run in a cluster. */
  kubernetes?: KubernetesSettings | undefined;
  /** Files of this machine that replace those of the commit, for `millrace exec`. */
  sources?: LocalSources | undefined;
  /** Images by the names of steps, which replace those of the pipeline file, for `millrace exec`. */
  images?: ReadonlyMap<string, string> | undefined;
  /** Returns the names of the steps to run of a pipeline, for `millrace exec`; all by default. */
  selectSteps?: ((pipeline: Pipeline) => ReadonlySet<string>) | undefined;
  /** Called after the steps and before the services end, for `millrace exec`. */
  openShell?: OpenShell | undefined;
}

export const defaultStageSettings: StageSettings = {
  environment: {},
  privilegedImages: [],
  logins: [],
  containers: defaultContainerSettings,
};
