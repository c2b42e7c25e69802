import type { ReactNode } from 'react';
import css from './page.module.css';

/** The content of a page under its head, as wide as is good to read. */
export function Page({ children }: { children: ReactNode }) {
  return <div className={css.page}>{children}</div>;
}
