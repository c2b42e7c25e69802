import type { CSSProperties, ReactNode, Ref } from 'react';
import { classNames } from '../lib/class-names.ts';
import css from './table.module.css';

interface TablePart {
  /** Number of rows of the whole table. */
  rowCount: number;
  /** Height of the rows above the first rendered one. */
  topPx: number;
  /** Height of all rows that are not rendered. */
  missingPx: number;
  /** Widths of the columns. Columns with undefined share the remaining width. */
  widthsPx: readonly (number | undefined)[];
  /** Height of a card on a small screen. */
  cardPx: number;
}

interface TableProps {
  /** Accessible name of the table. */
  label: string;
  columns: readonly string[];
  /** Accessible name of the last column, which contains buttons and has no visible heading. */
  actionsLabel?: string;
  /** Set if only some rows are rendered. Columns then have fixed widths. */
  part?: TablePart;
  ref?: Ref<HTMLTableElement>;
  children: ReactNode;
}

/** A table. On a small screen each row is a card, with the name of the column before each value. */
export function Table({ label, columns, actionsLabel, part, ref, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, this is a scroll container
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

/** Returns CSS variables with the column names, which the cards of a small screen show. */
export function cardStyle(columns: readonly string[], part?: TablePart): CSSProperties {
  const names = columns.map((column, at) => [`--column-${at + 1}`, JSON.stringify(column)]);
  return { ...Object.fromEntries(names), ...(part && { '--card-height': `${part.cardPx}px` }) };
}
