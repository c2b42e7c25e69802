import { Navigate, useParams } from 'react-router';
import { BranchList } from '../features/builds/branch-list.tsx';
import { DeploymentTable } from '../features/builds/deployment-table.tsx';
import { useMessages } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { RepoFrame } from './repo-frame.tsx';

export function BranchesRoute() {
  const { namespace = '', name = '' } = useParams();
  const { branches: text } = useMessages();
  const slug = `${namespace}/${name}`;
  usePageTitle(`${text.tab} - ${slug}`);
  return (
    <RepoFrame>
      {({ repo }) =>
        repo?.active === false ? (
          <Navigate to={paths.repoSettings(slug)} replace />
        ) : (
          <BranchList repo={{ namespace, name }} />
        )
      }
    </RepoFrame>
  );
}

export function DeploymentsRoute() {
  const { namespace = '', name = '' } = useParams();
  const { deployments: text } = useMessages();
  const slug = `${namespace}/${name}`;
  usePageTitle(`${text.tab} - ${slug}`);
  return (
    <RepoFrame>
      {({ repo }) =>
        repo?.active === false ? (
          <Navigate to={paths.repoSettings(slug)} replace />
        ) : (
          <DeploymentTable repo={{ namespace, name }} />
        )
      }
    </RepoFrame>
  );
}
