import { lazyPart } from '../domain-ui/lazy-part.tsx';
import {
  isOnServer,
  type SectionProps,
  type SettingsSection,
} from '../domain-ui/settings-section.ts';
import { PurgeBuilds } from '../features/purge-builds/purge-builds.tsx';
import { InactiveRepo } from '../features/repos/inactive-repo.tsx';
import {
  useDeleteRepo,
  useDisableRepo,
  useRepairRepo,
  useSaveSettings,
  useTakeOverRepo,
} from '../features/repos/repo-mutations.ts';
import { canAdministerRepo, canWriteRepo } from '../features/repos/repo-permissions.ts';
import { GeneralSettings } from '../features/settings/general-form.tsx';
import { RepoActions } from '../features/settings/repo-actions.tsx';
import { useCurrentUser } from '../features/sign-in/session-queries.ts';
import { useLanguage, useTexts } from '../lib/i18n/messages.tsx';
import { hasOwnAccounts, hasServerExtras } from '../lib/server-kind.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RepoFrame } from './repo-frame.tsx';
import css from './repo-settings-screen.module.css';
import { settingsMessages } from './settings-messages.ts';
import { SettingsNav } from './settings-nav.tsx';
import { settingsSections } from './settings-sections.ts';
import { useRepoParams } from './use-repo-params.ts';

const TerminalSettings = lazyPart(
  () => import('../features/terminals/terminal-settings.tsx'),
  'TerminalSettings',
);

function General({ repo, user, canAdminister: canChange }: SectionProps) {
  const save = useSaveSettings(repo);
  const disable = useDisableRepo(repo);
  const repair = useRepairRepo(repo);
  const takeOver = useTakeOverRepo(repo);
  const remove = useDeleteRepo(repo);
  const isSystemAdmin = user?.admin === true;
  const changes = { save, disable, repair };
  return (
    <div className={css.general}>
      <GeneralSettings
        key={repo.version}
        {...{ repo, isSystemAdmin, canChange, ...changes }}
        isHosted={hasOwnAccounts()}
      />
      {canChange && hasServerExtras() && <TerminalSettings repo={repo} />}
      {canChange && <PurgeBuilds repo={repo} />}
      {canChange && hasServerExtras() && (
        <RepoActions
          repo={repo}
          takeOver={hasOwnAccounts() || repo.user_id === user?.id ? undefined : takeOver}
          remove={remove}
        />
      )}
    </div>
  );
}

export function RepoSettingsScreen() {
  const { namespace = '', name = '', section = '' } = useRepoParams();
  const text = useTexts(settingsMessages);
  const slug = `${namespace}/${name}`;
  usePageTitle(text.page(slug));
  const { data: visitor } = useCurrentUser();
  const chosen = settingsSections.find((each) => each.path === section && isOnServer(each));
  const isMissing = section !== '' && !chosen;
  if (isMissing || (chosen?.isForAccounts && visitor === null)) return <NotFoundScreen />;
  return (
    <RepoFrame>
      {({ repo, user }) => {
        const canWrite = canWriteRepo(repo, user);
        const canAdminister = canAdministerRepo(repo, user);
        return (
          <div className={css.layout}>
            <SettingsNav slug={slug} isDisabled={repo?.active !== true} {...{ canAdminister }} />
            {repo?.active === false && <InactiveRepo repo={repo} />}
            {repo?.active && (user || !chosen?.isForAccounts) && (
              <div>
                <Section section={chosen} {...{ repo, user, canWrite, canAdminister }} />
              </div>
            )}
          </div>
        );
      }}
    </RepoFrame>
  );
}

function Section({ section, ...props }: SectionProps & { section: SettingsSection | undefined }) {
  const { locale } = useLanguage();
  const text = useTexts(settingsMessages);
  if (!section) return <General {...props} />;
  const { needs, Content } = section;
  const mayOpen = needs?.role === 'write' ? props.canWrite : props.canAdminister;
  if (needs && !mayOpen) return <EmptyState title={text.noAccess} detail={needs.refusal[locale]} />;
  return <Content {...props} />;
}
