import { RetryLaterError } from '@millrace/contract/api-errors';

/** The directory cannot be asked now. The reason is in the log. */
export class DirectoryAwayError extends RetryLaterError {
  constructor() {
    super(503, 'The LDAP directory cannot be reached. Please try again later.', 10);
  }
}
