import { Navigate } from 'react-router';
import { BisectionDetail } from '../features/bisections/bisection-detail.tsx';
import { BisectionList } from '../features/bisections/bisection-list.tsx';
import { bisectionMessages } from '../features/bisections/messages.ts';
import { canAdministerRepo, canWriteRepo } from '../features/repos/repo-permissions.ts';
import { useTexts } from '../lib/i18n/messages.tsx';
import { paths } from '../lib/paths.ts';
import { ActiveRepoTab } from './active-repo-tab.tsx';
import { useRepoParams } from './use-repo-params.ts';

export function BisectionsScreen() {
  const text = useTexts(bisectionMessages);
  return (
    <ActiveRepoTab
      title={(slug) => `${text.title} - ${slug}`}
      content={(name, repo, user) => (
        <BisectionList repo={name} canAdminister={canAdministerRepo(repo, user)} />
      )}
    />
  );
}

export function BisectionScreen() {
  const text = useTexts(bisectionMessages);
  const { namespace, name, bisection = '' } = useRepoParams();
  if (!/^\d{1,15}$/.test(bisection)) {
    return <Navigate to={paths.bisections(`${namespace}/${name}`)} replace />;
  }
  return (
    <ActiveRepoTab
      title={(slug) => `${text.title} - ${slug}`}
      content={(names, repo, user) => (
        <BisectionDetail
          key={bisection}
          repo={names}
          bisection={Number(bisection)}
          canWrite={canWriteRepo(repo, user)}
        />
      )}
    />
  );
}
