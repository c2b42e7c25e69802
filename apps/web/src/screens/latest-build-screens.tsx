import { useLocation } from 'react-router';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { repoMessages } from '../domain-ui/repo-messages.ts';
import { BranchList } from '../features/latest-builds/branch-list.tsx';
import { DeploymentTable } from '../features/latest-builds/deployment-table.tsx';
import { canWriteRepo } from '../features/repos/repo-permissions.ts';
import { readEnvironmentName } from '../lib/environment-path.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { servedConfig } from '../lib/page-config.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { ActiveRepoTab } from './active-repo-tab.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

/** Loaded from here, so that the first paint of every page does not contain its address. */
const EnvironmentContent = lazyPart(
  () => import('./environment-content.tsx'),
  'EnvironmentContent',
  { instead: () => <ListSkeleton /> },
);

export function BranchesScreen() {
  const { branches } = useTexts(repoMessages);
  return (
    <ActiveRepoTab
      title={(slug) => `${branches} - ${slug}`}
      content={(name, repo, user) => (
        <BranchList
          repo={name}
          defaultBranch={repo?.default_branch}
          canRemove={repo && canWriteRepo(repo, user)}
        />
      )}
    />
  );
}

/** The list of environments, or below its path the page of one of them. */
export function DeploymentsScreen() {
  const { deployments } = useTexts(repoMessages);
  const target = readEnvironmentName(useLocation().pathname);
  // Original servers only list the newest deployment of each environment.
  if (target && !servedConfig?.extras) return <NotFoundScreen />;
  return (
    <ActiveRepoTab
      title={(slug) => `${target || deployments} - ${slug}`}
      content={(name, repo, user) =>
        target ? (
          <EnvironmentContent key={target} {...{ name, target, repo, user }} />
        ) : (
          <DeploymentTable repo={name} canRemove={repo && canWriteRepo(repo, user)} />
        )
      }
    />
  );
}
