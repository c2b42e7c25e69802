import type { RunnerApi, StageDetails } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { Pipeline } from '@millrace/pipeline';
import type { Workspace } from '../../engines/engine.ts';
import type { StageSettings } from '../../plan/stage-settings.ts';
import type { StepControl } from '../stage-control.ts';
import type { StageOutputs } from '../stage-outputs.ts';
import type { StageReporter } from '../stage-reporter.ts';
import { ArtifactExtension } from './artifacts.ts';
import { CacheExtension } from './caches.ts';
import { createCardExtension } from './cards.ts';
import { createFileExtension } from './files.ts';
import { createLocalShellExtension } from './local-shell.ts';
import { logExtension } from './log.ts';
import { createOutputExtension } from './outputs.ts';
import { createPrintedSummaryExtension } from './printed-summaries.ts';
import { createReplayExtension } from './replay.ts';
import { inOrder, type StepExtension } from './step-extension.ts';

/** Parts of a stage that extensions may use. Each extension names those that it needs. */
interface ExtendedStage {
  api: RunnerApi;
  reporter: StageReporter;
  control: StepControl;
  clock: Clock;
  details: StageDetails;
  pipeline: Pipeline;
  settings: StageSettings;
  workspace: Workspace;
  outputs: StageOutputs;
  terminals: StepExtension;
}

/** Creates the extensions of a stage. Those before the log may add lines to it; those after it read the whole log. */
export function createExtensions(stage: ExtendedStage): Required<StepExtension> {
  return inOrder([
    createOutputExtension(stage),
    createFileExtension(stage),
    createReplayExtension(stage),
    new ArtifactExtension(stage),
    new CacheExtension(stage),
    createPrintedSummaryExtension(stage),
    stage.terminals,
    logExtension,
    createCardExtension(stage),
    createLocalShellExtension(stage),
  ]);
}
