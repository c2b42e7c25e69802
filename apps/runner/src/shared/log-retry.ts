import { errorMessage } from '@millrace/node-kit/error-message';
import type { Logger } from '@millrace/node-kit/logger';
import { ServerRefusal } from './server-refusal.ts';

/** Logs an error of a call that is retried. The answer of a server that stops is expected, and so is no warning. */
export function logRetry(logger: Logger, error: unknown, message: string, fields?: object): void {
  const isExpected = error instanceof ServerRefusal && error.code === 'stopping';
  logger[isExpected ? 'info' : 'warn']({ ...fields, error: errorMessage(error) }, message);
}
