import { useEffect } from 'react';
import { isPageKey } from '../lib/page-keys.ts';
import { OnDemand } from '../ui/on-demand.tsx';

const loadDialog = () => import('./shortcuts-dialog.tsx');

interface ShortcutsProps {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Lists the keyboard shortcuts. Also opens with `?`. */
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
    <OnDemand load={loadDialog} onMissing={() => onChange(false)}>
      {({ ShortcutsDialog }) => <ShortcutsDialog onClose={() => onChange(false)} />}
    </OnDemand>
  );
}
