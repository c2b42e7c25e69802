import { type FormEvent, useState } from 'react';
import { usePageMessages } from '../lib/i18n/messages.tsx';

type Field = HTMLInputElement | HTMLSelectElement;

/**
 * Returns the validation message of a field, to show it at the field instead of in the browser's own popup.
 * The first invalid field of the form gets the focus.
 */
export function useRefusal() {
  const { signIn: text } = usePageMessages();
  const [refusal, setRefusal] = useState<string>();
  const onInvalid = (event: FormEvent<Field>) => {
    event.preventDefault();
    const field = event.currentTarget;
    // Required fields have a pattern that rejects values of spaces alone.
    const isEmpty = field.validity.valueMissing || field.value.trim() === '';
    setRefusal(isEmpty ? text.required : field.validationMessage);
    const fields = [...(field.form?.elements ?? [])];
    if (fields.find(isRefused) === field) field.focus();
  };
  return { refusal, onInvalid, clear: () => setRefusal(undefined) };
}

function isRefused(element: Element): boolean {
  return (
    'validity' in element && element.validity instanceof ValidityState && !element.validity.valid
  );
}
