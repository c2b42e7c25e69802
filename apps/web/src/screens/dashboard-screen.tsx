import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../api/api-error.ts';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { LoadFailure } from '../domain-ui/load-failure.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { useDefaultBranches } from '../features/repos/default-branches.ts';
import { dashboardMessages } from '../features/repos/messages.ts';
import { knowsRecentCount, RecentActivity } from '../features/repos/recent-activity.tsx';
import { repoListQuery } from '../features/repos/repo-queries.ts';
import { RepositoriesSection } from '../features/repos/repositories-section.tsx';
import { SyncButton } from '../features/repos/sync-button.tsx';
import { useCurrentUser, useSetSyncing } from '../features/sign-in/session-queries.ts';
import { loadStarters } from '../features/starters/load-starters.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { hasServerExtras } from '../lib/server-kind.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { OnDemand } from '../ui/on-demand.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** Repositories of others are no reason to report that they cannot be shown. */
const OtherRepos = lazyPart(() => import('../features/repos/other-repos.tsx'), 'OtherRepos', {
  missing: () => null,
});

const NeedsYou = lazyPart(() => import('../features/approvals/needs-you.tsx'), 'NeedsYou', {
  instead: () => null,
  missing: () => null,
});

export function DashboardScreen() {
  const text = useTexts(dashboardMessages);
  const { data: repos, error, refetch } = useQuery(repoListQuery);
  const { data: user, refetch: refreshUser } = useCurrentUser();
  const setSyncing = useSetSyncing();
  const branches = useDefaultBranches();
  usePageTitle(text.title);
  return (
    <>
      <PageHead
        title={text.title}
        actions={
          user ? (
            <>
              {hasServerExtras() && <NeedsYou user={user} />}
              <SyncButton user={user} refreshUser={refreshUser} setSyncing={setSyncing} />
            </>
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
            {user && hasServerExtras() && (
              <OnDemand load={loadStarters}>
                {({ GettingStarted }) => <GettingStarted user={user} />}
              </OnDemand>
            )}
            {hasServerExtras() && <OtherRepos text="" isOpenAtFirst />}
          </>
        ) : (
          <>
            <RecentActivity repos={repos} branches={branches} />
            {/* Below a placeholder of an unknown height, it would move. */}
            {(repos || knowsRecentCount()) && (
              <RepositoriesSection
                repos={repos}
                branches={branches}
                renderOthers={(text) =>
                  hasServerExtras() && <OtherRepos text={text} isOpenAtFirst={false} />
                }
              />
            )}
          </>
        )}
      </Page>
    </>
  );
}
