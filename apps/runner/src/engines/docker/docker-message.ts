import { errorMessage } from '../../shared/error-message.ts';

/** Removes the technical prefix from an error message of Docker. */
export function dockerMessage(error: unknown): string {
  return errorMessage(error)
    .replace(/^\(HTTP code \d+\) [\w ]+ - /, '')
    .trim();
}
