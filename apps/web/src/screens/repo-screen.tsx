import { BuildSummary } from '../features/builds/build-summary.tsx';
import { RepoBuilds } from '../features/builds/repo-builds.tsx';
import { ActiveRepoTab } from './active-repo-tab.tsx';

export function RepoScreen() {
  return (
    <ActiveRepoTab
      title={(slug) => slug}
      content={(name, repo) => (
        <>
          <BuildSummary repo={name} totalBuilds={repo?.counter} />
          <RepoBuilds repo={name} />
        </>
      )}
    />
  );
}
