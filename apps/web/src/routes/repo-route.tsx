import { Navigate, useParams } from 'react-router';
import { BuildList } from '../features/builds/build-list.tsx';
import { BuildSummary } from '../features/builds/build-summary.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { RepoFrame } from './repo-frame.tsx';

export function RepoRoute() {
  const { namespace = '', name = '' } = useParams();
  const slug = `${namespace}/${name}`;
  usePageTitle(slug);
  return (
    <RepoFrame>
      {({ repo }) =>
        repo?.active === false ? (
          <Navigate to={paths.repoSettings(slug)} replace />
        ) : (
          <>
            <BuildSummary repo={{ namespace, name }} totalBuilds={repo?.counter} />
            <BuildList repo={{ namespace, name }} />
          </>
        )
      }
    </RepoFrame>
  );
}
