import { Settings2 } from 'lucide';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../lib/i18n/messages.tsx';
import { logError } from '../lib/log-error.ts';
import { Button } from './button.tsx';
import { filterMessages } from './filter-messages.ts';
import css from './filter-sheet.module.css';
import { Icon } from './icon.tsx';
import { OnDemand } from './on-demand.tsx';

const loadDialog = () => import('./filter-dialog.tsx');
/** If preloading fails, opening the sheet loads the code again. */
const preload = () => loadDialog().catch(logError);

interface FilterSheetProps {
  /** Number of active filters, shown on the button. */
  count: number;
  onClear: () => void;
  children: ReactNode;
}

/**
 * The filters of a list on a small screen: a button that opens a sheet with the fields. Each change applies
 * at once.
 */
export function FilterSheet({ count, onClear, children }: FilterSheetProps) {
  const text = useTexts(filterMessages);
  const [isOpen, setIsOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  const open = () => {
    setHasOpened(true);
    setIsOpen(true);
  };
  const reset = () => {
    setIsOpen(false);
    setHasOpened(false);
  };
  return (
    <>
      <Button className={css.button} aria-haspopup="dialog" onPointerEnter={preload} onClick={open}>
        <Icon icon={Settings2} size={14} />
        {text.button(count)}
      </Button>
      {hasOpened && (
        <OnDemand load={loadDialog} onMissing={reset}>
          {({ FilterDialog }) => (
            <FilterDialog
              isOpen={isOpen}
              canClear={count > 0}
              onClear={onClear}
              onClose={() => setIsOpen(false)}
            >
              {children}
            </FilterDialog>
          )}
        </OnDemand>
      )}
    </>
  );
}
