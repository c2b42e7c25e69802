import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import { BranchList } from '../features/builds/branch-list.tsx';
import type { RepoName } from '../features/builds/build-queries.ts';
import { DeploymentTable } from '../features/builds/deployment-table.tsx';
import { useMessages } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { RepoFrame } from './repo-frame.tsx';

export function BranchesRoute() {
  const { branches } = useMessages();
  return <ActiveRepoTab title={branches.tab} content={(repo) => <BranchList repo={repo} />} />;
}

export function DeploymentsRoute() {
  const { deployments } = useMessages();
  return (
    <ActiveRepoTab title={deployments.tab} content={(repo) => <DeploymentTable repo={repo} />} />
  );
}

interface ActiveRepoTabProps {
  title: string;
  content: (repo: RepoName) => ReactNode;
}

/** A tab of a repository; one that is not active leads to its settings. */
function ActiveRepoTab({ title, content }: ActiveRepoTabProps) {
  const { namespace = '', name = '' } = useParams();
  const slug = `${namespace}/${name}`;
  usePageTitle(`${title} - ${slug}`);
  return (
    <RepoFrame>
      {({ repo }) =>
        repo?.active === false ? (
          <Navigate to={paths.repoSettings(slug)} replace />
        ) : (
          content({ namespace, name })
        )
      }
    </RepoFrame>
  );
}
