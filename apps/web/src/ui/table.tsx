import type { CSSProperties, ReactNode, Ref } from 'react';
import { classNames } from '../lib/class-names.ts';
import css from './table.module.css';

interface TablePart {
  /** Of the whole table. */
  rowCount: number;
  /** Height of the rows that would stand above the first drawn one. */
  topPx: number;
  /** Height of all rows that are not drawn. */
  missingPx: number;
  /** Of the columns; one without shares what is left. */
  widthsPx: readonly (number | undefined)[];
  /** Height of a card on a phone. */
  cardPx: number;
}

interface TableProps {
  /** Names the table for those who cannot see its heading beside it. */
  label: string;
  columns: readonly string[];
  /** Says what the last column, of buttons, is for; it has no visible heading. */
  actionsLabel?: string;
  /** Set if only some rows are rendered; columns then keep their widths. */
  part?: TablePart;
  ref?: Ref<HTMLTableElement>;
  children: ReactNode;
}

/** On a phone each row is a card, on which the names of the columns stand before their values. */
export function Table({ label, columns, actionsLabel, part, ref, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, this scrolls
    <div
      className={css.scroller}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
      tabIndex={0}
      style={part && { paddingBottom: part.missingPx }}
    >
      <table
        ref={ref}
        className={classNames(css.table, part && css.partial)}
        style={cardStyle(columns, part)}
        aria-label={label}
        aria-rowcount={part && part.rowCount + 1}
      >
        {part && (
          <colgroup>
            {columns.map((column, at) => (
              <col key={column} style={{ width: part.widthsPx[at] }} />
            ))}
            {actionsLabel && <col className={css.actions} />}
          </colgroup>
        )}
        <thead>
          <tr aria-rowindex={part && 1}>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
            {actionsLabel && (
              <th scope="col">
                <span className="visually-hidden">{actionsLabel}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody style={part && { translate: `0 ${part.topPx}px` }}>{children}</tbody>
      </table>
    </div>
  );
}

/** Names the columns on the cards that rows are on a phone. */
export function cardStyle(columns: readonly string[], part?: TablePart): CSSProperties {
  const names = columns.map((column, at) => [`--column-${at + 1}`, JSON.stringify(column)]);
  return { ...Object.fromEntries(names), ...(part && { '--card-height': `${part.cardPx}px` }) };
}
