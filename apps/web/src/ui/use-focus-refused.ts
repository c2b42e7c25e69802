import { type RefObject, useEffect, useRef } from 'react';

/** After a refusal of the server, moves the focus to the first field of the form that has an error. */
export function useFocusRefused(form: RefObject<HTMLFormElement | null>, isPending: boolean) {
  const isSent = useRef(false);
  // After each render: the answer may come before the form was shown as pending.
  useEffect(() => {
    if (!isSent.current || isPending) return;
    const refused = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (refused) isSent.current = false;
    refused?.focus();
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
