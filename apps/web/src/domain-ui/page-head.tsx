import type { ReactNode } from 'react';
import { classNames } from '../lib/class-names.ts';
import css from './page-head.module.css';

interface PageHeadProps {
  title: ReactNode;
  breadcrumb?: ReactNode;
  actions?: ReactNode;
  details?: ReactNode;
  tabs?: ReactNode;
}

/** The header of a page. It stays visible while the content scrolls. */
export function PageHead({ title, breadcrumb, actions, details, tabs }: PageHeadProps) {
  return (
    <header
      className={classNames(
        css.head,
        tabs ? css.withTabs : undefined,
        details ? css.long : undefined,
      )}
    >
      <div className={css.inner}>
        {breadcrumb}
        <div className={css.row}>
          <h1 className={css.title} tabIndex={-1}>
            {title}
          </h1>
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
        {details}
        {tabs}
      </div>
    </header>
  );
}
