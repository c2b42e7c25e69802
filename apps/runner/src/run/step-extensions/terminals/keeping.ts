import type { RunnerApi } from '@millrace/contract/runner';
import type { Clock } from '@millrace/node-kit/clock';
import type { Logger } from '@millrace/node-kit/logger';
import type { StepSpec, Workspace } from '../../../engines/engine.ts';
import type { SecretMask } from '../../logs/secret-mask.ts';
import type { TerminalMask } from './terminal-mask.ts';

/** A failed or paused step, with its variables. */
export interface EnteredStep {
  /** Id at the server. */
  id: number;
  spec: StepSpec;
  /** Values that the output of terminals must not show. */
  secrets: readonly string[];
  maskSecrets: SecretMask;
}

export interface Keeping {
  api: RunnerApi;
  clock: Clock;
  logger: Logger;
  workspace: Workspace;
  /** Creates the mask of one terminal. */
  createMask: () => TerminalMask;
}
