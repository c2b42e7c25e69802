import { BuildList } from '../features/builds/build-list.tsx';
import { BuildSummary } from '../features/builds/build-summary.tsx';
import { ActiveRepoTab } from './active-repo-tab.tsx';

export function RepoScreen() {
  return (
    <ActiveRepoTab
      title={(slug) => slug}
      content={(name, repo) => (
        <>
          <BuildSummary repo={name} totalBuilds={repo?.counter} />
          <BuildList repo={name} />
        </>
      )}
    />
  );
}
