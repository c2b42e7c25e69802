import type { ReactNode } from 'react';
import css from './page.module.css';

/** The content of a page below its header, limited to a readable width. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={css.page}>{children}</div>;
}
