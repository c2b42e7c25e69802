import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Browsers take the focus from what is disabled, as a button is while what it started goes on. Once it can be
 * pressed again it has the focus again, unless somebody went elsewhere with it.
 */
export function useFocusBack(button: RefObject<HTMLButtonElement | null>, disabled: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (disabled) {
      hadFocus.current = activeElement === button.current;
      return;
    }
    const isNowhere = !activeElement || activeElement.contains(button.current);
    if (hadFocus.current && isNowhere) button.current?.focus();
    hadFocus.current = false;
  }, [button, disabled]);
}
