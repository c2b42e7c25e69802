import { type RefusedField, refusedFields } from '@millrace/contract/field-messages';
import { errorText } from './api-error.ts';

/** A call that a form sends; its error lasts until it is reset. */
interface FormCall {
  error: Error | null;
  reset: () => void;
}

/** Shows the refusal of a call at the field that it is about, until the form changes. */
export function fieldErrors({ error, reset }: FormCall) {
  const message = error ? errorText(error) : undefined;
  return {
    /** Returns the refusal if it is about the field. */
    of: (field: RefusedField) =>
      message !== undefined && refusedFields[field].test(message) ? message : undefined,
    /** Forgets the refusal: it was about what was sent. */
    clear: () => {
      if (error) reset();
    },
  };
}
