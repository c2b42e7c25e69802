import { Plus } from 'lucide';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addEntryState, hasMark } from '../lib/entry-marks.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Icon } from './icon.tsx';
import css from './list-panel.module.css';
import { ListSkeleton } from './list-skeleton.tsx';
import { Notice } from './notice.tsx';
import { Section } from './section.tsx';

interface ListPanelProps<Item> {
  title: string;
  /** Label of the button that opens the dialog. */
  add: string;
  hint?: string;
  /** Button beside the one that opens the dialog. */
  otherAction?: ReactNode;
  /** Reason why the viewer cannot add anything; undefined if they can. */
  locked?: string | undefined;
  empty: { title: string; detail: string };
  /** Undefined until the items are loaded. */
  items: readonly Item[] | undefined;
  /** Shown instead of the list if the items could not be loaded. */
  failure: ReactNode;
  table: (items: readonly Item[]) => ReactNode;
  dialog: (state: { isOpen: boolean; onClose: () => void }) => ReactNode;
}

/** A list with a dialog to add items, in its loading, empty and filled states. */
export function ListPanel<Item>(props: ListPanelProps<Item>) {
  const { title, add, hint, locked, otherAction, empty, items, failure, table, dialog } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const isAsked = hasMark(state, addEntryState) && locked === undefined;
  useEffect(() => {
    if (!isAsked) return;
    setIsOpen(true);
    // Reloading the page later must not open it again.
    navigate({ pathname, search }, { replace: true, state: null });
  }, [isAsked, navigate, pathname, search]);
  return (
    <Section
      title={title}
      action={
        <div className={css.actions}>
          {otherAction}
          <Button kind="primary" disabled={locked !== undefined} onClick={() => setIsOpen(true)}>
            <Icon icon={Plus} />
            {add}
          </Button>
        </div>
      }
    >
      {hint && <p>{hint}</p>}
      {locked && <Notice tone="neutral">{locked}</Notice>}
      {!items && (failure || <ListSkeleton />)}
      {items?.length === 0 && <EmptyState {...empty} />}
      {items && items.length > 0 && table(items)}
      {dialog({ isOpen, onClose: () => setIsOpen(false) })}
    </Section>
  );
}
