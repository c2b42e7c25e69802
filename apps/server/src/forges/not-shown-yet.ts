import { RetryLaterError } from '@millrace/contract/api-errors';

const pauseSec = 5;

/**
 * Thrown if the forge does not know a commit yet: large forges deliver events before all of their servers
 * have the data.
 */
export class NotShownYetError extends RetryLaterError {
  constructor(sha: string) {
    super(503, `The forge does not show the commit ${sha} yet`, pauseSec);
  }
}
