import { NavLink } from 'react-router';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { adminPath, listAdminPages } from '../lib/admin-pages.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import tabs from '../ui/tabs.module.css';
import { adminMessages } from './admin-messages.ts';

/** Tabs of System Administration. */
export function AdminTabs() {
  const text = useTexts(adminMessages);
  const { data: user } = useCurrentUser();
  return (
    <nav className={tabs.tabs} aria-label={text.tabs}>
      {(user ? listAdminPages(user) : []).map((page) => (
        <NavLink key={page} className={tabs.tab ?? ''} to={adminPath(page)}>
          {text.pages[page]}
        </NavLink>
      ))}
    </nav>
  );
}
