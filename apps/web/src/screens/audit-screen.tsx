import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { AuditPanel } from '../features/audit/audit-panel.tsx';
import { useCurrentUser } from '../features/session/session-queries.ts';
import { useAuditMessages } from '../lib/i18n/audit-messages.ts';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

/** Recorded changes of the whole server. For system admins; other accounts get a 404 page. */
export function AuditScreen() {
  const { users } = usePageMessages();
  const text = useAuditMessages();
  const { data: user } = useCurrentUser();
  usePageTitle(text.title);
  if (user === undefined) return null;
  if (!user?.admin) return <NotFoundScreen />;
  return (
    <>
      <PageHead title={users.system} tabs={<AdminTabs />} />
      <Page>
        <AuditPanel />
      </Page>
    </>
  );
}
