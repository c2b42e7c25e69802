import type { ReactNode } from 'react';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { adminMessages } from './admin-messages.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

/** A page of System Administration. Accounts other than system admins get a 404 page. */
export function AdminPage({ title, children }: { title: string; children: ReactNode }) {
  const admin = useTexts(adminMessages);
  const { data: user } = useCurrentUser();
  usePageTitle(title);
  if (user === undefined) return null;
  if (!user?.admin) return <NotFoundScreen />;
  return (
    <>
      <PageHead title={admin.system} tabs={<AdminTabs />} />
      <Page>{children}</Page>
    </>
  );
}
