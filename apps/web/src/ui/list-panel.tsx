import { Plus } from 'lucide';
import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Icon } from './icon.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { Notice } from './notice.tsx';
import { Section } from './section.tsx';

interface ListPanelProps<Item> {
  title: string;
  /** Label of the button that opens the dialog. */
  add: string;
  hint?: string;
  /** Reason why the viewer cannot add anything; undefined if they can. */
  locked?: string | undefined;
  empty: { title: string; detail: string };
  /** Absent until they are there. */
  items: readonly Item[] | undefined;
  /** Stands in for items that could not be had. */
  failure: ReactNode;
  table: (items: readonly Item[]) => ReactNode;
  dialog: (state: { isOpen: boolean; onClose: () => void }) => ReactNode;
}

/** A list that people add to through a dialog: its loading, empty and full state. */
export function ListPanel<Item>(props: ListPanelProps<Item>) {
  const { title, add, hint, locked, empty, items, failure, table, dialog } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title={title}
      action={
        <Button kind="primary" disabled={locked !== undefined} onClick={() => setIsOpen(true)}>
          <Icon icon={Plus} />
          {add}
        </Button>
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
