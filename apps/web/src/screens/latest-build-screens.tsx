import { repoMessages } from '../domain-ui/repo-messages.ts';
import { BranchList } from '../features/latest-builds/branch-list.tsx';
import { DeploymentTable } from '../features/latest-builds/deployment-table.tsx';
import { canWriteRepo } from '../features/repos/repo-permissions.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { ActiveRepoTab } from './active-repo-tab.tsx';

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

export function DeploymentsScreen() {
  const { deployments } = useTexts(repoMessages);
  return (
    <ActiveRepoTab
      title={(slug) => `${deployments} - ${slug}`}
      content={(name, repo, user) => (
        <DeploymentTable repo={name} canRemove={repo && canWriteRepo(repo, user)} />
      )}
    />
  );
}
