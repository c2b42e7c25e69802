import { type RefusedField, refusedFields } from '@millrace/contract/field-messages';
import { errorText } from './api-error.ts';

/** A request that a form sends. Its error is kept until it is reset. */
interface FormCall {
  error: Error | null;
  reset: () => void;
}

/** Assigns the error of a request to the field at fault, until the form changes. */
export function fieldErrors({ error, reset }: FormCall) {
  const message = error ? errorText(error) : undefined;
  return {
    /** Returns the error message if it is about this field. */
    of: (field: RefusedField) =>
      message !== undefined && refusedFields[field].test(message) ? message : undefined,
    /** Clears the error, because the form has changed since it was sent. */
    clear: () => {
      if (error) reset();
    },
  };
}
