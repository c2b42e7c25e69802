import { Link } from 'react-router';
import { testMessages } from '../features/test-reports/messages.ts';
import { RepoTests } from '../features/test-reports/repo-tests.tsx';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { ActiveRepoTab } from './active-repo-tab.tsx';

export function TestsScreen() {
  const tests = useTexts(testMessages);
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
