import { useLayoutEffect, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

/** A button that its action removes. Then the heading of the page takes the focus, which nothing else would have. */
export function VanishingButton(props: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: browsers remove the focus from a disabled button
  useLayoutEffect(() => {
    hadFocus.current = document.activeElement === button.current;
  }, [props.disabled]);
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      const { activeElement, body } = document;
      if (activeElement === own || (hadFocus.current && activeElement === body)) {
        document.querySelector('h1')?.focus({ preventScroll: true });
      }
    };
  }, []);
  return <Button {...props} ref={button} />;
}
