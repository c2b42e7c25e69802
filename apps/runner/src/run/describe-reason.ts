import { errorMessage } from '@millrace/node-kit/error-message';

/** Returns the message of an error without paths on this host, which users must not see. */
export function describeReason(error: unknown): string {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfSystem ? `a file cannot be accessed (${error.code})` : errorMessage(error);
}
