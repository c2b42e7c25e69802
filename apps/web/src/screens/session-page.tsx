import type { ReactNode } from 'react';
import { Mark } from '../ui/mark.tsx';
import css from './session-page.module.css';

interface SessionPageProps {
  title: ReactNode;
  greeting?: string;
  /** Message above the card. */
  notice?: ReactNode;
  /** Content of the card. */
  children: ReactNode;
  /** Link below the card. */
  other?: ReactNode;
}

/** A page for signed-out users: the logo, the title and a card. */
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
