import type { ReactNode } from 'react';
import css from './notifications.module.css';

/** Content of a table cell, with a detail below it. */
export function TwoLines({ detail, children }: { detail: ReactNode; children: ReactNode }) {
  return (
    <div className={css.cell}>
      {children}
      {detail && <div className={css.detail}>{detail}</div>}
    </div>
  );
}
