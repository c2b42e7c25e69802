import { BranchList } from '../features/builds/branch-list.tsx';
import { DeploymentTable } from '../features/builds/deployment-table.tsx';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { ActiveRepoTab } from './active-repo-tab.tsx';

export function BranchesScreen() {
  const { branches } = usePageMessages();
  return (
    <ActiveRepoTab
      title={(slug) => `${branches.tab} - ${slug}`}
      content={(name, repo) => <BranchList repo={name} defaultBranch={repo?.default_branch} />}
    />
  );
}

export function DeploymentsScreen() {
  const { deployments } = usePageMessages();
  return (
    <ActiveRepoTab
      title={(slug) => `${deployments.tab} - ${slug}`}
      content={(name) => <DeploymentTable repo={name} />}
    />
  );
}
