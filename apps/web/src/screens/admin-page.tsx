import type { ReactNode } from 'react';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { type AdminPageName, listAdminPages } from '../lib/admin-pages.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { adminMessages } from './admin-messages.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

interface AdminPageProps {
  /** Last part of its path. */
  page: AdminPageName;
  title: string;
  children: ReactNode;
}

/** A page of System Administration. Accounts that may not see it get a 404 page. */
export function AdminPage({ page, title, children }: AdminPageProps) {
  const admin = useTexts(adminMessages);
  const { data: user } = useCurrentUser();
  usePageTitle(title);
  if (user === undefined) return null;
  if (!user || !(user.admin || listAdminPages(user).includes(page))) return <NotFoundScreen />;
  return (
    <>
      <PageHead title={admin.system} tabs={<AdminTabs />} />
      <Page>{children}</Page>
    </>
  );
}
