import { errorMessage } from '@millrace/node-kit/error-message';
import type { StepSpec } from './engine.ts';
import { gitTrust } from './git-trust.ts';
import { type ChangeFiles, rootUser, type WorkspaceUsers } from './workspace-users.ts';

/** A step whose user works in the workspace. */
export interface EnteredStep {
  /** Variables in addition to those of the step. */
  variables: Record<string, string>;
  /** Gives the files to the user of the step, directly before it starts. Returns why that is not possible. */
  takeFiles(signal: AbortSignal): Promise<string | undefined>;
  leave(): void;
}

export interface StepUser {
  /** Name or number, as its image knows it. */
  name: string;
  /** Differs between users. The same user may have several. */
  id: string;
}

/** Registers a step as a user of the workspace. */
export function enterWorkspace(
  users: WorkspaceUsers,
  { id, name }: StepUser,
  { environment }: Pick<StepSpec, 'environment'>,
  change: (goal: Parameters<ChangeFiles>[0], signal: AbortSignal) => Promise<void>,
): EnteredStep {
  const use = users.enter(id);
  const variables = use.needsTrust ? gitTrust(environment) : {};
  const takeFiles = async (signal: AbortSignal) => {
    try {
      await use.takeFiles((goal) => change(goal, signal));
    } catch (error) {
      signal.throwIfAborted();
      // Root may use the files of every user.
      if (id === rootUser) return undefined;
      return `The user ${name} may be unable to write files of the workspace: ${errorMessage(error)}`;
    }
    return undefined;
  };
  return { variables, takeFiles, leave: () => use.leave() };
}

/** A step that does not work in the workspace, such as a service without commands. */
export const outsideStep: EnteredStep = {
  variables: {},
  takeFiles: async () => undefined,
  leave: () => undefined,
};
