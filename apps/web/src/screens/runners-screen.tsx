import { Breadcrumb } from '../domain-ui/breadcrumb.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { RunnerPanel } from '../features/runners/runner-panel.tsx';
import { useCurrentUser } from '../features/session/session-queries.ts';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

/** The connected runners, for system admins. */
export function RunnersScreen() {
  const { runners: text, users } = usePageMessages();
  const { data: user } = useCurrentUser();
  usePageTitle(text.title);
  if (user === undefined) return null;
  if (!user?.admin) return <NotFoundScreen />;
  return (
    <>
      <PageHead
        breadcrumb={
          <Breadcrumb crumbs={[{ label: users.system, to: paths.users }, { label: text.title }]} />
        }
        title={text.title}
      />
      <Page>
        <RunnerPanel />
      </Page>
    </>
  );
}
