import type { Workspace } from '../../engines/engine.ts';
import type { StageSettings } from '../../plan/stage-settings.ts';
import type { StepControl } from '../stage-control.ts';
import type { StepExtension } from './step-extension.ts';

interface ShellStage {
  workspace: Workspace;
  control: StepControl;
  settings: Pick<StageSettings, 'openShell'>;
}

/** Opens the shell of `millrace exec --shell`. */
export function createLocalShellExtension({
  workspace,
  control,
  settings: { openShell },
}: ShellStage): StepExtension {
  if (!openShell) return {};
  return {
    onStepsEnded: async ({ spec, exitCode }) => {
      if (!control.stopped.aborted) await openShell(workspace, spec, exitCode, control.stopped);
    },
  };
}
