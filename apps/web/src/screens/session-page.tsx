import type { ReactNode } from 'react';
import { Mark } from '../ui/mark.tsx';
import css from './session-page.module.css';

interface SessionPageProps {
  title: ReactNode;
  greeting?: string;
  /** Stands over the card. */
  notice?: ReactNode;
  /** The card's content. */
  children: ReactNode;
  /** A way on, under the card. */
  other?: ReactNode;
}

/** A page for people who are not signed in: the mark, the title, a card. */
export function SessionPage({ title, greeting, notice, children, other }: SessionPageProps) {
  return (
    <main className={css.screen} id="content">
      <div className={css.column}>
        <div className={css.brand}>
          <Mark size={40} />
          <h1 className={css.title} tabIndex={-1}>
            {title}
          </h1>
          {greeting && <p className={css.greeting}>{greeting}</p>}
        </div>
        {notice}
        <div className={css.card}>{children}</div>
        {other && <p className={css.other}>{other}</p>}
      </div>
    </main>
  );
}
