import { type AppError, forbidden } from '@millrace/contract/api-errors';

/** Returns the error of a sign-in to an imported account that no admin has confirmed. */
export function unconfirmed(login: string): AppError {
  return forbidden(
    `The account ${login} was imported, and its login may have belonged to another person. ` +
      'Please ask an administrator to confirm it.',
  );
}
