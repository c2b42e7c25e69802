import { useEffect, useState } from 'react';
import { pressOption } from './press-option.ts';

interface HeldEnterProps {
  activeId: string | undefined;
  /** True while further options may arrive. */
  isPending: boolean;
}

/**
 * Remembers Enter if it is pressed before there is any option, and opens the first option that arrives for
 * the same text. Any other key cancels it.
 */
export function useHeldEnter({ activeId, isPending }: HeldEnterProps) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) return;
    if (activeId) pressOption(activeId, {});
    if (activeId || !isPending) setIsHeld(false);
  }, [isHeld, activeId, isPending]);
  return { hold: () => setIsHeld(isPending), release: () => setIsHeld(false) };
}
