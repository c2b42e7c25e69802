import { findOwnDirs } from './own-dirs.ts';
import { findStepAccount } from './step-account.ts';
import type { StepIsolationOptions } from './step-isolation.ts';

/**
 * Derives the account, the workspace folder and the hidden and read-only folders from the configuration.
 */
export function findStepSetup(configured: {
  execUser: string | undefined;
  execView: 'private' | 'host';
  dataDir: string;
  workDir: string;
  /** Private folders outside of the data folder. */
  privateDirs?: readonly string[];
}): StepIsolationOptions {
  const { execUser, execView, dataDir, privateDirs = [] } = configured;
  const account = execUser ? findStepAccount(execUser) : undefined;
  // Other accounts cannot enter the data folder, so their workspaces are beside it.
  const workDir = account ? `${dataDir}-steps` : configured.workDir;
  const hidden = [account ? workDir : dataDir, ...privateDirs];
  if (execView === 'host') return { account, workDir, hiddenDirs: undefined };
  // Another account cannot write to these folders anyway.
  return { account, workDir, hiddenDirs: hidden, readOnlyDirs: account ? [] : findOwnDirs(hidden) };
}
