import type { RunnerApi } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { Engine, OrphanedStages } from '../engines/engine.ts';
import type { ReadSteps } from '../plan/find-pipeline.ts';
import type { StageSettings } from '../plan/stage-settings.ts';
import type { KeptSteps } from './kept-steps.ts';
import type { StageControl } from './stage-control.ts';

/** Parts of the runner and options that each of its stages uses. */
export interface StageRun {
  api: RunnerApi;
  engine: Engine;
  machine: string;
  control: StageControl;
  clock: Clock;
  logger: Logger;
  draining: AbortSignal;
  keptSteps: KeptSteps;
  readSteps: ReadSteps;
  settings: StageSettings;
  maxLogBytes?: number | undefined;
  cloneRetries?: number | undefined;
  /** Maximum seconds for all steps that run after a cancel or a timeout; 0 runs none. */
  cleanUpSec?: number | undefined;
  /** Set to continue a stage that an earlier start of this runner left behind. */
  orphaned?: OrphanedStages;
}
