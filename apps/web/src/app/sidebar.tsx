import { GitCommitHorizontal, LogIn, Server, Settings2 } from 'lucide';
import { useEffect } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { rememberRepo } from '../features/repos/recent-repos.ts';
import { SearchButton } from '../features/search/search-button.tsx';
import { AccountButton } from '../features/sign-in/account-button.tsx';
import { rememberReturnPath } from '../features/sign-in/return-path.ts';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { classNames } from '../lib/class-names.ts';
import { useMessages } from '../lib/i18n/messages.tsx';
import { servedConfig } from '../lib/page-config.ts';
import { readPlace } from '../lib/page-place.ts';
import { paths } from '../lib/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import css from './sidebar.module.css';

const loadPalette = () => import('./search/search-palette.tsx');

export function Sidebar() {
  const { nav } = useMessages();
  const { data: user } = useCurrentUser();
  const { pathname, search, hash } = useLocation();
  const slug = readPlace(pathname)?.slug;
  useEffect(() => {
    if (slug) rememberRepo(slug);
  }, [slug]);
  return (
    <header className={css.sidebar}>
      <Link className={css.brand} to={paths.home} aria-label={nav.home}>
        <Mark />
        <span data-nav-label>Millrace</span>
      </Link>
      {user && (
        <nav className={css.nav} aria-label={nav.label}>
          <SearchButton className={css.item} loadPalette={loadPalette} />
          <NavLink
            className={classNames(css.item, css.repositories)}
            to={paths.home}
            end
            title={nav.repositories}
          >
            <Icon icon={Server} />
            <span data-nav-label>{nav.repositories}</span>
          </NavLink>
          {servedConfig?.extras && (
            <NavLink className={css.item ?? ''} to={paths.buildsFeed} title={nav.builds}>
              <Icon icon={GitCommitHorizontal} />
              <span data-nav-label>{nav.builds}</span>
            </NavLink>
          )}
          {(user.admin || user.auditor) && (
            <NavLink
              className={css.item ?? ''}
              to={user.admin ? paths.users : '/settings/audit'}
              title={nav.settings}
            >
              <Icon icon={Settings2} />
              <span data-nav-label>{nav.settings}</span>
            </NavLink>
          )}
        </nav>
      )}
      <div className={css.account}>
        {user && <AccountButton user={user} className={css.item} />}
        {user === null && (
          <Link
            className={css.item}
            to={paths.welcome}
            title={nav.signInOrUp}
            onClick={() => rememberReturnPath(pathname + search + hash)}
          >
            <Icon icon={LogIn} />
            <span data-nav-label>{nav.signInOrUp}</span>
          </Link>
        )}
      </div>
    </header>
  );
}
