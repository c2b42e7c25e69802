import { NavLink } from 'react-router';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import css from '../ui/tabs.module.css';
import { repoMessages } from './repo-messages.ts';

/** Tabs of the pages about the builds of all repositories. */
export function BuildsTabs() {
  const text = useTexts(repoMessages);
  return (
    <nav className={css.tabs} aria-label={text.builds}>
      <NavLink className={css.tab ?? ''} to={paths.buildsFeed}>
        {text.builds}
      </NavLink>
      <NavLink className={css.tab ?? ''} to={paths.causes}>
        {text.causes}
      </NavLink>
    </nav>
  );
}
