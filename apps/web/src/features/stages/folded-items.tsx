import { ChevronRight } from 'lucide';
import { Fragment, type ReactNode, useState } from 'react';
import { StatusIcon } from '../../domain-ui/status-icon.tsx';
import { useTexts } from '../../lib/i18n/messages.tsx';
import { Icon } from '../../ui/icon.tsx';
import { groupedStagesMessages } from './grouped-stages-messages.ts';
import css from './stage-tree.module.css';

interface FoldedItemsProps<Item> {
  items: readonly Item[];
  isFolded: (item: Item) => boolean;
  keyOf: (item: Item) => number;
  render: (item: Item) => ReactNode;
}

/** The items of a list, with those that have succeeded behind a button at its end. */
export function FoldedItems<Item>({ items, isFolded, keyOf, render }: FoldedItemsProps<Item>) {
  const text = useTexts(groupedStagesMessages);
  const [isOpen, setIsOpen] = useState(false);
  const folded = items.filter(isFolded);
  const row = (item: Item) => <Fragment key={keyOf(item)}>{render(item)}</Fragment>;
  // A button for a single item would take as much room.
  if (folded.length < 2) return items.map(row);
  return (
    <>
      {items.filter((item) => !isFolded(item)).map(row)}
      <li>
        <button
          type="button"
          className={css.row}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={css.chevron}>
            <Icon icon={ChevronRight} size={12} />
          </span>
          <StatusIcon status="success" isDecorative />
          <span className={css.name}>{text.succeeded(folded.length)}</span>
        </button>
      </li>
      {isOpen && folded.map(row)}
    </>
  );
}
