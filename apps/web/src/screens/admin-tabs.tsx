import { NavLink } from 'react-router';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { hasServerExtras } from '../lib/server-kind.ts';
import tabs from '../ui/tabs.module.css';

/** Tabs of System Administration. Servers without our extensions have only the accounts. */
export function AdminTabs() {
  const { users: text } = usePageMessages();
  return (
    <nav className={tabs.tabs} aria-label={text.tabs}>
      <NavLink className={tabs.tab ?? ''} to={paths.users}>
        {text.tab}
      </NavLink>
      {hasServerExtras() && (
        <NavLink className={tabs.tab ?? ''} to={paths.audit}>
          {text.auditTab}
        </NavLink>
      )}
    </nav>
  );
}
