import { errorMessage } from '@millrace/node-kit/error-message';
import { StartError } from '@millrace/node-kit/start-error';
import type { StageSettings } from '@millrace/runner/stage-settings';

type OpenShell = NonNullable<StageSettings['openShell']>;

/** Shells that are opened on the terminal, one at a time. */
export class TerminalShell {
  private readonly note: (line: string) => void;
  private isUsed = false;

  constructor(note: (line: string) => void) {
    this.note = note;
  }

  /** True while keys are for a shell, and not for this program. */
  get isOpen(): boolean {
    return this.isUsed;
  }

  readonly open: OpenShell = async (workspace, step, exitCode, signal) => {
    this.note(
      `A shell of the step ${step.name}, which ended with exit code ${exitCode}, in ${workspace.sourceDir}.\n` +
        'Its secrets are among the variables. When you exit, everything is removed.',
    );
    this.isUsed = true;
    try {
      await workspace.openShell(step, signal);
    } catch (error) {
      if (!signal.aborted) this.note(`The shell cannot be opened: ${errorMessage(error)}`);
    } finally {
      this.isUsed = false;
    }
  };
}

/** @throws StartError if this program does not run in a terminal */
export function requireTerminal(): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw new StartError('--shell needs a terminal for standard input and output.');
}
