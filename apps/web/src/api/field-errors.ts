import { refusedFields } from '@millrace/contract/field-messages';
import { errorText } from './api-error.ts';

/** A request that a form sends. Its error is kept until it is reset. */
interface FormCall {
  error: Error | null;
  reset: () => void;
}

/** Assigns the error of a request to the field at fault, until the form changes. */
export function fieldErrors(call: FormCall) {
  return matchErrors(call, refusedFields);
}

/** Does the same for fields of one form, given patterns of the error messages about each of them. */
export function matchErrors<Field extends string>(
  { error, reset }: FormCall,
  patterns: Readonly<Record<Field, RegExp>>,
) {
  const message = error ? errorText(error) : undefined;
  return {
    /** Returns the error message if it is about this field. */
    of: (field: Field) =>
      message !== undefined && patterns[field].test(message) ? message : undefined,
    /** Clears the error, because the form has changed since it was sent. */
    clear: () => {
      if (error) reset();
    },
  };
}
