import { ChevronRight } from 'lucide';
import { Link } from 'react-router';
import { useTexts } from '../lib/i18n/messages.tsx';
import { Icon } from '../ui/icon.tsx';
import css from './page-head.module.css';
import { repoMessages } from './repo-messages.ts';

export interface Crumb {
  label: string;
  /** Undefined for the current page. */
  to?: string;
}

export function Breadcrumb({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav className={css.breadcrumb} aria-label={useTexts(repoMessages).breadcrumb}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={`${crumb.label} ${crumb.to}`}>
            {index > 0 && <Icon icon={ChevronRight} size={12} />}
            {crumb.to ? (
              <Link to={crumb.to}>{crumb.label}</Link>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
