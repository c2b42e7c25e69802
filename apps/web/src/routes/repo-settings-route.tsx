import type { Repo, User } from '@millrace/contract/api';
import { useParams } from 'react-router';
import { BadgePanel } from '../features/badges/badge-panel.tsx';
import { CronPanel } from '../features/crons/cron-panel.tsx';
import { InactiveRepo } from '../features/repos/inactive-repo.tsx';
import { SecretPanel } from '../features/secrets/secret-panel.tsx';
import { GeneralSettings } from '../features/settings/general-form.tsx';
import css from '../features/settings/settings-layout.module.css';
import { SettingsNav } from '../features/settings/settings-nav.tsx';
import { useMessages } from '../lib/i18n/messages.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { NotFoundRoute } from './not-found-route.tsx';
import { RepoFrame } from './repo-frame.tsx';

type Section = (props: { repo: Repo; user: User | null | undefined }) => React.ReactNode;

const sections: Record<string, Section> = {
  '': ({ repo, user }) => (
    <GeneralSettings key={repo.version} repo={repo} isSystemAdmin={user?.admin === true} />
  ),
  secrets: ({ repo: { namespace, name } }) => <SecretPanel scope={{ namespace, name }} />,
  'org-secrets': ({ repo: { namespace } }) => <SecretPanel scope={{ namespace }} />,
  cron: ({ repo }) => <CronPanel repo={repo} />,
  badges: ({ repo }) => <BadgePanel slug={repo.slug} />,
};

export function RepoSettingsRoute() {
  const { namespace = '', name = '', section = '' } = useParams();
  const { settings: text } = useMessages();
  const slug = `${namespace}/${name}`;
  usePageTitle(text.page(slug));
  const Content = sections[section];
  if (!Content) return <NotFoundRoute />;
  return (
    <RepoFrame>
      {({ repo, user }) => (
        <div className={css.layout}>
          <SettingsNav slug={slug} isDisabled={repo?.active !== true} />
          {repo?.active === false && <InactiveRepo repo={repo} />}
          {repo?.active && (
            <div>
              <Content repo={repo} user={user} />
            </div>
          )}
        </div>
      )}
    </RepoFrame>
  );
}
