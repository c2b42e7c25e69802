import type { Repo, User } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router';
import type { RepoName } from '../api/build-queries.ts';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { RepoFrame } from './repo-frame.tsx';

interface ActiveRepoTabProps {
  title: (slug: string) => string;
  /** The repository itself and the account are absent until they are known. */
  content: (name: RepoName, repo: Repo | undefined, user: User | null | undefined) => ReactNode;
}

/** A tab of a repository; one that is not active leads to its settings. */
export function ActiveRepoTab({ title, content }: ActiveRepoTabProps) {
  const { namespace = '', name = '' } = useParams();
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
