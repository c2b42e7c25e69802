import type { Repo, User } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import type { RepoName } from '../api/build-queries.ts';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { RepoFrame } from './repo-frame.tsx';
import { useRepoParams } from './use-repo-params.ts';

interface ActiveRepoTabProps {
  title: (slug: string) => string;
  /** Content of the tab. The repository and the account are undefined until they are loaded. */
  content: (name: RepoName, repo: Repo | undefined, user: User | null | undefined) => ReactNode;
}

/** A tab of a repository. Redirects to the settings if the repository is inactive. */
export function ActiveRepoTab({ title, content }: ActiveRepoTabProps) {
  const { namespace = '', name = '' } = useRepoParams();
  const slug = `${namespace}/${name}`;
  usePageTitle(title(slug));
  return (
    <RepoFrame>
      {({ repo, user }) =>
        repo?.active === false ? (
          <Navigate to={paths.repoSettings(slug)} replace />
        ) : (
          content({ namespace, name }, repo, user)
        )
      }
    </RepoFrame>
  );
}
