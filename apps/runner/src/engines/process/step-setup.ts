import { findStepAccount } from './step-account.ts';
import type { StepPlaceOptions } from './step-place.ts';

/** From what is configured: as whom steps run, where their workspaces go and what is hidden from them. */
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
  return { account, workDir, hiddenDirs: execView === 'private' ? hidden : undefined };
}
