import type { Repo, User } from '@millrace/contract/api';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText, isMissing, isUnauthorized } from '../api/api-error.ts';
import { Breadcrumb } from '../domain-ui/breadcrumb.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { ReadNotice } from '../domain-ui/read-notice.tsx';
import { repoMessages } from '../domain-ui/repo-messages.ts';
import { canWriteRepo } from '../features/repos/repo-permissions.ts';
import { repoQuery } from '../features/repos/repo-queries.ts';
import { RepoTabs } from '../features/repos/repo-tabs.tsx';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { NewBuildButton } from '../features/start-build/new-build-button.tsx';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { hasServerExtras } from '../lib/server-kind.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { useRepoParams } from './use-repo-params.ts';

interface RepoFrameProps {
  /** Content below the tabs. The repository and the account are undefined until they are loaded. */
  children: (known: { repo: Repo | undefined; user: User | null | undefined }) => ReactNode;
}

/** Header of all pages of a repository. */
export function RepoFrame({ children }: RepoFrameProps) {
  const { namespace = '', name = '' } = useRepoParams();
  const text = useTexts(repoMessages);
  const { data: user } = useCurrentUser();
  const { data: repo, error, refetch } = useQuery(repoQuery(namespace, name));
  const slug = `${namespace}/${name}`;
  if (!repo && (isMissing(error) || isUnauthorized(error))) return <NotFoundScreen />;
  const canWrite = canWriteRepo(repo, user);
  return (
    <>
      <PageHead
        breadcrumb={
          <Breadcrumb
            crumbs={[
              { label: text.repositories, to: paths.home },
              ...(user && hasServerExtras()
                ? [{ label: namespace, to: paths.organization(namespace) }, { label: name }]
                : [{ label: slug }]),
            ]}
          />
        }
        title={name}
        actions={
          repo?.active &&
          canWrite && (
            <NewBuildButton repo={{ namespace, name }} defaultBranch={repo.default_branch} />
          )
        }
        tabs={
          <RepoTabs
            slug={slug}
            canWrite={canWrite}
            isPending={!repo && !error}
            isDisabled={repo?.active === false}
            hasTests={repo?.has_tests === true}
          />
        }
      />
      <Page>
        {!repo && error && <ReadNotice message={errorText(error)} onRetry={refetch} />}
        {children({ repo, user })}
      </Page>
    </>
  );
}
