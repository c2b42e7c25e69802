import { type ReactNode, useId } from 'react';
import css from './section.module.css';

interface SectionProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A section of a page with its heading and an optional action. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
