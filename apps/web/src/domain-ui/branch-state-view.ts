import type { DefaultBranch } from '@millrace/contract/api';
import { isFinished, type Status } from '@millrace/contract/vocabulary';

type BranchResult = Pick<DefaultBranch, 'status' | 'result'>;

/** Returns whether the last result of a branch is a failure. A killed build does not repair it. */
export function isRed(branch: BranchResult | undefined): boolean {
  return branch?.result !== undefined && branch.result !== 'success';
}

/**
 * Returns the status that represents a branch: its last result. A branch whose newest build was killed or declined is not
 * shown as successful.
 */
export function branchStatus({ status, result }: BranchResult): Status {
  if (!result) return status;
  return result === 'success' && isFinished(status) ? status : result;
}
