import { lazy, Suspense, useEffect } from 'react';
import { isPageKey } from '../lib/page-keys.ts';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

interface ShortcutsProps {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Lists the keys, also on `?`. */
export function Shortcuts({ isOpen, onChange }: ShortcutsProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isPageKey(event, '?')) onChange(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onChange]);
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutsDialog onClose={() => onChange(false)} />
    </Suspense>
  );
}
