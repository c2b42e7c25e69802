import { Link } from 'react-router';
import { BuildTrends } from '../features/build-trends/build-trends.tsx';
import { trendPageMessages } from '../features/build-trends/trend-page-messages.ts';
import { TestRanking } from '../features/test-reports/test-ranking.tsx';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { hasServerExtras } from '../lib/server-kind.ts';
import { useAddressParameters } from '../lib/use-address-parameters.ts';
import { ActiveRepoTab } from './active-repo-tab.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

export function TrendsScreen() {
  const text = useTexts(trendPageMessages);
  const [parameters] = useAddressParameters();
  if (!hasServerExtras()) return <NotFoundScreen />;
  return (
    <ActiveRepoTab
      title={(slug) => `${text.title} - ${slug}`}
      content={(name, repo) => (
        <>
          <BuildTrends repo={name} />
          {repo?.has_tests && (
            <TestRanking
              repo={name}
              branch={parameters.get('branch') ?? ''}
              renderBuild={(number) => <Link to={paths.build(repo.slug, number)}>#{number}</Link>}
            />
          )}
        </>
      )}
    />
  );
}
