import { useQuery } from '@tanstack/react-query';
import { errorText } from '../api/api-error.ts';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { RecentActivity } from '../features/repos/recent-activity.tsx';
import { repoListQuery } from '../features/repos/repo-queries.ts';
import { RepositoriesSection } from '../features/repos/repositories-section.tsx';
import { useMessages } from '../lib/i18n/messages.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export function DashboardRoute() {
  const { dashboard: text, common } = useMessages();
  const { data: repos, error, refetch } = useQuery(repoListQuery);
  usePageTitle(text.title);
  return (
    <>
      <PageHead title={text.title} />
      <Page>
        {!repos && error ? (
          <EmptyState
            title={text.loadFailed}
            detail={errorText(error)}
            action={<Button onClick={() => refetch()}>{common.retry}</Button>}
          />
        ) : repos?.length === 0 ? (
          <EmptyState title={text.emptyTitle} detail={text.empty} />
        ) : (
          <>
            <RecentActivity repos={repos} />
            <RepositoriesSection repos={repos} />
          </>
        )}
      </Page>
    </>
  );
}
