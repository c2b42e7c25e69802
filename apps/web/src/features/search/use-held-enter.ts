import { useEffect, useState } from 'react';
import { pressOption } from './press-option.ts';

interface HeldEnterProps {
  activeId: string | undefined;
  /** Further options may arrive. */
  isPending: boolean;
}

/**
 * Enter that was pressed before anything was found opens the first option that is found for the same text.
 * Any further key takes it back.
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
