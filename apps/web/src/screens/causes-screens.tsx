import { Navigate } from 'react-router';
import { BuildsTabs } from '../domain-ui/builds-tabs.tsx';
import { Page } from '../domain-ui/page.tsx';
import { PageHead } from '../domain-ui/page-head.tsx';
import { BisectionsLink } from '../features/bisections/bisections-link.tsx';
import { CauseDetail } from '../features/causes/cause-detail.tsx';
import { CausesOfWeek } from '../features/causes/causes-of-week.tsx';
import { causeMessages } from '../features/causes/messages.ts';
import { canWriteRepo } from '../features/repos/repo-permissions.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { ActiveRepoTab } from './active-repo-tab.tsx';
import { useRepoParams } from './use-repo-params.ts';

/** Causes of failures in all repositories of the account. */
export function CausesScreen() {
  const text = useTexts(causeMessages);
  usePageTitle(text.title);
  return (
    <>
      <PageHead title={text.title} tabs={<BuildsTabs />} />
      <Page>
        <CausesOfWeek />
      </Page>
    </>
  );
}

export function RepoCausesScreen() {
  const text = useTexts(causeMessages);
  return (
    <ActiveRepoTab
      title={(slug) => `${text.title} - ${slug}`}
      content={(repo) => (
        <>
          <CausesOfWeek repo={repo} />
          <BisectionsLink repo={repo} />
        </>
      )}
    />
  );
}

export function CauseScreen() {
  const text = useTexts(causeMessages);
  const { namespace, name, cause = '' } = useRepoParams();
  if (!/^\d{1,15}$/.test(cause))
    return <Navigate to={paths.repoCauses(`${namespace}/${name}`)} replace />;
  return (
    <ActiveRepoTab
      title={(slug) => `${text.title} - ${slug}`}
      content={(names, repo, user) => (
        <CauseDetail
          key={cause}
          repo={names}
          cause={Number(cause)}
          canWrite={canWriteRepo(repo, user)}
        />
      )}
    />
  );
}
