import type { ReactNode } from 'react';
import css from './row-actions.module.css';

/** The last cell of a table row, with its buttons. On a small screen they are at the end of the card. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <td className={css.cell}>
      <div className={css.buttons}>{children}</div>
    </td>
  );
}
