import type { ReactNode } from 'react';
import { useTexts } from '../lib/i18n/messages.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import dialog from './dialog-form.module.css';
import { filterMessages } from './filter-messages.ts';
import css from './filter-sheet.module.css';

interface FilterDialogProps {
  isOpen: boolean;
  canClear: boolean;
  onClear: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Loaded when {@link FilterSheet} is first used. */
export function FilterDialog({ isOpen, canClear, onClear, onClose, children }: FilterDialogProps) {
  const text = useTexts(filterMessages);
  return (
    <Dialog title={text.title} isOpen={isOpen} onClose={onClose}>
      <div className={css.fields}>{children}</div>
      <div className={dialog.footer}>
        <Button kind="ghost" disabled={!canClear} onClick={onClear}>
          {text.clear}
        </Button>
        <span className={dialog.space} />
        <Button kind="primary" onClick={onClose}>
          {text.done}
        </Button>
      </div>
    </Dialog>
  );
}
