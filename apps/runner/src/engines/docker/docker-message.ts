import { errorMessage } from '../../shared/error-message.ts';

/** Docker's own words without those for programmers. */
export function dockerMessage(error: unknown): string {
  return errorMessage(error)
    .replace(/^\(HTTP code \d+\) [\w ]+ - /, '')
    .trim();
}
