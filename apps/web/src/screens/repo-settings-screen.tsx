import type { Repo, User } from '@millrace/contract/api';
import { type ReactNode, Suspense } from 'react';
import { useParams } from 'react-router';
import { BadgePanel } from '../features/badges/badge-panel.tsx';
import { CronPanel } from '../features/crons/cron-panel.tsx';
import { InactiveRepo } from '../features/repos/inactive-repo.tsx';
import {
  useDisableRepo,
  useRepairRepo,
  useSaveSettings,
} from '../features/repos/repo-mutations.ts';
import { SecretPanel } from '../features/secrets/secret-panel.tsx';
import { useCurrentUser } from '../features/session/session-queries.ts';
import { GeneralSettings } from '../features/settings/general-form.tsx';
import { SettingsNav } from '../features/settings/settings-nav.tsx';
import { usePageMessages } from '../lib/i18n/messages.tsx';
import { lazyPart } from '../lib/load-part.ts';
import { servedConfig } from '../lib/page-config.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RepoFrame } from './repo-frame.tsx';
import css from './repo-settings-screen.module.css';

/** Its editor weighs more than all the rest of the settings. */
const TemplatePanel = lazyPart(
  () => import('../features/templates/template-panel.tsx'),
  'TemplatePanel',
);

/** Other servers have none of it. */
const LimitsPanel = lazyPart(() => import('../features/artifacts/limits-panel.tsx'), 'LimitsPanel');

interface SectionProps {
  repo: Repo;
  user: User | null | undefined;
}

const sections: Record<string, (props: SectionProps) => ReactNode> = {
  '': General,
  secrets: ({ repo: { namespace, name } }) => <SecretPanel scope={{ namespace, name }} />,
  'org-secrets': ({ repo: { namespace } }) => <SecretPanel scope={{ namespace }} />,
  templates: ({ repo }) => (
    <Suspense fallback={<ListSkeleton />}>
      <TemplatePanel namespace={repo.namespace} />
    </Suspense>
  ),
  cron: ({ repo }) => <CronPanel repo={repo} />,
  badges: ({ repo }) => <BadgePanel repo={repo} />,
  ...(servedConfig?.extras && {
    files: ({ repo }: SectionProps) => (
      <Suspense fallback={<ListSkeleton />}>
        <LimitsPanel repo={repo} />
      </Suspense>
    ),
  }),
};

/** What these show is for people with an account alone: a visitor's page does not ask for it. */
const accountSections = new Set(['secrets', 'org-secrets', 'templates', 'cron', 'files']);

function General({ repo, user }: SectionProps) {
  const save = useSaveSettings(repo);
  const disable = useDisableRepo(repo);
  const repair = useRepairRepo(repo);
  const isSystemAdmin = user?.admin === true;
  const changes = { save, disable, repair };
  return <GeneralSettings key={repo.version} {...{ repo, isSystemAdmin, ...changes }} />;
}

export function RepoSettingsScreen() {
  const { namespace = '', name = '', section = '' } = useParams();
  const { settings: text } = usePageMessages();
  const slug = `${namespace}/${name}`;
  usePageTitle(text.page(slug));
  const { data: visitor } = useCurrentUser();
  const Content = sections[section];
  const isForAccounts = accountSections.has(section);
  if (!Content || (isForAccounts && visitor === null)) return <NotFoundScreen />;
  return (
    <RepoFrame>
      {({ repo, user }) => (
        <div className={css.layout}>
          <SettingsNav slug={slug} isDisabled={repo?.active !== true} />
          {repo?.active === false && <InactiveRepo repo={repo} />}
          {repo?.active && (user || !isForAccounts) && (
            <div>
              <Content repo={repo} user={user} />
            </div>
          )}
        </div>
      )}
    </RepoFrame>
  );
}
