import type { ReactNode } from 'react';
import css from './filter-row.module.css';

/** Filters above a table, with a summary at the end. */
export function FilterRow({ summary, children }: { summary?: string; children: ReactNode }) {
  return (
    <div className={css.row}>
      {children}
      {summary && (
        <p className={css.summary} role="status">
          {summary}
        </p>
      )}
    </div>
  );
}
