import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { errorText, isMissing, isUnauthorized } from '../api/api-error.ts';
import { Breadcrumb } from '../domain-ui/breadcrumb.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { BuildList } from '../features/builds/build-list.tsx';
import { BuildSummary } from '../features/builds/build-summary.tsx';
import { NewBuildButton } from '../features/builds/new-build-button.tsx';
import { InactiveRepo } from '../features/repos/inactive-repo.tsx';
import { canWriteRepo } from '../features/repos/repo-permissions.ts';
import { repoQuery } from '../features/repos/repo-queries.ts';
import { RepoTabs } from '../features/repos/repo-tabs.tsx';
import { useCurrentUser } from '../features/session/session-queries.ts';
import { useMessages } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Notice } from '../ui/notice.tsx';
import { NotFoundRoute } from './not-found-route.tsx';

export function RepoRoute() {
  const { namespace = '', name = '' } = useParams();
  const { repo: text } = useMessages();
  const { data: user } = useCurrentUser();
  const { data: repo, error } = useQuery(repoQuery(namespace, name));
  const slug = `${namespace}/${name}`;
  usePageTitle(slug);

  if (!repo && (isMissing(error) || isUnauthorized(error))) return <NotFoundRoute />;
  const isInactive = repo?.active === false;
  return (
    <>
      <PageHead
        breadcrumb={
          <Breadcrumb crumbs={[{ label: text.repositories, to: paths.home }, { label: slug }]} />
        }
        title={name}
        actions={
          repo?.active &&
          canWriteRepo(repo, user) && (
            <NewBuildButton repo={{ namespace, name }} defaultBranch={repo.default_branch} />
          )
        }
        tabs={<RepoTabs slug={slug} isDisabled={isInactive} />}
      />
      <Page>
        {!repo && error && <Notice tone="danger">{errorText(error)}</Notice>}
        {isInactive ? (
          <InactiveRepo repo={repo} />
        ) : (
          <>
            <BuildSummary repo={{ namespace, name }} totalBuilds={repo?.counter} />
            <BuildList repo={{ namespace, name }} />
          </>
        )}
      </Page>
    </>
  );
}
