import type { ReactNode } from 'react';
import css from './table.module.css';

interface TableProps {
  /** Names the table for those who cannot see its heading beside it. */
  label: string;
  columns: readonly string[];
  /** Says what the last column, of buttons, is for; it has no visible heading. */
  actionsLabel?: string;
  children: ReactNode;
}

export function Table({ label, columns, actionsLabel, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, this scrolls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    <div className={css.scroller} role="group" aria-label={label} tabIndex={0}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
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
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
