import { findOwnDirs } from './own-dirs.ts';
import { findStepAccount } from './step-account.ts';
import type { StepPlaceOptions } from './step-place.ts';

/** From what is configured: as whom steps run, where their workspaces go and what is hidden from them or read-only. */
export function findStepSetup(configured: {
  execUser: string | undefined;
  execView: 'private' | 'host';
  dataDir: string;
  workDir: string;
  /** What lies outside of the data folder and is no less private. */
  privateDirs?: readonly string[];
}): StepPlaceOptions {
  const { execUser, execView, dataDir, privateDirs = [] } = configured;
  const account = execUser ? findStepAccount(execUser) : undefined;
  // The data folder is closed to other accounts: what is theirs lies beside it.
  const workDir = account ? `${dataDir}-steps` : configured.workDir;
  const hidden = [account ? workDir : dataDir, ...privateDirs];
  if (execView === 'host') return { account, workDir, hiddenDirs: undefined };
  // Another account cannot write there anyway.
  return { account, workDir, hiddenDirs: hidden, readOnlyDirs: account ? [] : findOwnDirs(hidden) };
}
