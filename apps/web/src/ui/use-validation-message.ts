import { type FormEvent, useState } from 'react';
import { useTexts } from '../lib/i18n/messages.tsx';
import { validationMessages } from './validation-messages.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Returns the validation message of a field, to show it at the field instead of in the browser's own popup.
 * The first invalid field of the form gets the focus.
 */
export function useValidationMessage() {
  const text = useTexts(validationMessages);
  const [message, setMessage] = useState<string>();
  const onInvalid = (event: FormEvent<Field>) => {
    event.preventDefault();
    const field = event.currentTarget;
    // Required fields have a pattern that rejects values of spaces alone.
    const isEmpty = field.validity.valueMissing || field.value.trim() === '';
    setMessage(isEmpty ? text.required : field.validationMessage);
    const fields = [...(field.form?.elements ?? [])];
    if (fields.find(isInvalid) === field) field.focus();
  };
  return { message, onInvalid, clear: () => setMessage(undefined) };
}

function isInvalid(element: Element): boolean {
  return (
    'validity' in element && element.validity instanceof ValidityState && !element.validity.valid
  );
}
