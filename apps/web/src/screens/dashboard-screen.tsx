import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../api/api-error.ts';
import { LoadFailure } from '../domain-ui/load-failure.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { RecentActivity } from '../features/repos/recent-activity.tsx';
import { repoListQuery } from '../features/repos/repo-queries.ts';
import { RepositoriesSection } from '../features/repos/repositories-section.tsx';
import { SyncButton } from '../features/repos/sync-button.tsx';
import { useCurrentUser, useSetSyncing } from '../features/session/session-queries.ts';
import { loadStarters } from '../features/starters/load-starters.ts';
import { useLanguage, usePageMessages } from '../lib/i18n/messages.tsx';
import { hasServerExtras } from '../lib/server-kind.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

export function DashboardScreen() {
  const { dashboard: text } = usePageMessages();
  const { pages } = useLanguage();
  const { data: repos, error, refetch } = useQuery(repoListQuery);
  const { data: user, refetch: refreshUser } = useCurrentUser();
  const setSyncing = useSetSyncing();
  usePageTitle(text.title);
  return (
    <>
      <PageHead
        title={text.title}
        actions={
          user ? (
            <SyncButton user={user} refreshUser={refreshUser} setSyncing={setSyncing} />
          ) : (
            <Skeleton width={82} height={32} />
          )
        }
      />
      <Page>
        {!repos && error ? (
          <LoadFailure title={text.loadFailed} {...describeFailure(error)} onRetry={refetch} />
        ) : repos?.length === 0 ? (
          <>
            <EmptyState title={text.emptyTitle} detail={text.empty} />
            {user && pages && hasServerExtras() && (
              <OnDemand load={loadStarters}>
                {({ GettingStarted }) => <GettingStarted user={user} />}
              </OnDemand>
            )}
          </>
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
