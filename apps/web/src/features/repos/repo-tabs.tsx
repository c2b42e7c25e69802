import { NavLink } from 'react-router';
import { useMessages } from '../../lib/i18n/messages.tsx';
import { paths } from '../../lib/paths.ts';
import css from '../../ui/tabs.module.css';

interface RepoTabsProps {
  slug: string;
  /** While the repository is not active, its tabs lead nowhere. */
  isDisabled: boolean;
}

export function RepoTabs({ slug, isDisabled }: RepoTabsProps) {
  const { repo: text } = useMessages();
  const tabs = [{ to: paths.repo(slug), label: text.builds }];
  return (
    <nav className={css.tabs} aria-label={text.tabs}>
      {tabs.map(({ to, label }) =>
        isDisabled ? (
          <span key={to} className={css.tab} aria-disabled="true">
            {label}
          </span>
        ) : (
          <NavLink key={to} className={css.tab ?? ''} to={to} end>
            {label}
          </NavLink>
        ),
      )}
    </nav>
  );
}
