import { Link } from 'react-router';
import { RepoTests } from '../features/tests/repo-tests.tsx';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { ActiveRepoTab } from './active-repo-tab.tsx';

export function TestsScreen() {
  const { tests } = usePageMessages();
  return (
    <ActiveRepoTab
      title={(slug) => `${tests.title} - ${slug}`}
      content={(repo) => (
        <RepoTests
          repo={repo}
          renderBuild={(number) => (
            <Link to={paths.build(`${repo.namespace}/${repo.name}`, number)}>#{number}</Link>
          )}
        />
      )}
    />
  );
}
