import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Restores the focus of a button after it was disabled, for example while its action ran. Browsers remove the
 * focus from a disabled element. If the user has moved the focus meanwhile, it stays there.
 */
export function useRestoreFocus(
  button: RefObject<HTMLButtonElement | null>,
  disabled: boolean,
): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (disabled) {
      hadFocus.current = activeElement === button.current;
      return;
    }
    const isFocusLost = !activeElement || activeElement.contains(button.current);
    if (hadFocus.current && isFocusLost) button.current?.focus();
    hadFocus.current = false;
  }, [button, disabled]);
}
