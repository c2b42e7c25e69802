import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to the first field with an error after the server has rejected the form. */
export function useFocusInvalid(form: RefObject<HTMLFormElement | null>, isPending: boolean) {
  const isSent = useRef(false);
  // Runs after each render, because the response may arrive before the form was rendered as pending.
  useEffect(() => {
    if (!isSent.current || isPending) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) isSent.current = false;
    invalid?.focus();
  });
  return {
    onSent: () => {
      isSent.current = true;
    },
    onEdited: () => {
      isSent.current = false;
    },
  };
}
