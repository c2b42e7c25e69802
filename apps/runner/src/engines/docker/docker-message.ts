import { errorMessage } from '@millrace/node-kit/error-message';

/** Removes the technical prefix from an error message of Docker. */
export function dockerMessage(error: unknown): string {
  return errorMessage(error)
    .replace(/^\(HTTP code \d+\) [\w ]+ - /, '')
    .trim();
}
