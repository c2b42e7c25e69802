import { lazy, Suspense, useEffect, useState } from 'react';

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** Lists the keys on `?`. */
export function Shortcuts() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest('input, textarea, select, [contenteditable]');
      if (event.key === '?' && !isTyping && !event.ctrlKey && !event.metaKey) setIsOpen(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense>
      <ShortcutsDialog onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
