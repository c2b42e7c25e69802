import type { Repo, User } from '@millrace/contract/api';
import type { ReactNode } from 'react';
import { lazyPart } from '../domain-ui/lazy-part.tsx';
import { BadgePanel } from '../features/badges/badge-panel.tsx';
import { CronPanel } from '../features/crons/cron-panel.tsx';
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
import { useTexts } from '../lib/i18n/messages.tsx';
import type { Texts } from '../lib/i18n/texts.ts';
import { hasOwnAccounts, hasServerExtras } from '../lib/server-kind.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RepoFrame } from './repo-frame.tsx';
import css from './repo-settings-screen.module.css';
import { settingsMessages } from './settings-messages.ts';
import { SettingsNav } from './settings-nav.tsx';
import { useRepoParams } from './use-repo-params.ts';

/** Loaded on demand, because its editor is larger than all other settings. */
const TemplatePanel = lazyPart(
  () => import('../features/templates/template-panel.tsx'),
  'TemplatePanel',
  { instead: () => <ListSkeleton /> },
);

const SecretPanel = lazyPart(() => import('../features/secrets/secret-panel.tsx'), 'SecretPanel', {
  instead: () => <ListSkeleton />,
});

const RegistryPanel = lazyPart(
  () => import('../features/registries/registry-panel.tsx'),
  'RegistryPanel',
  { instead: () => <ListSkeleton /> },
);

const LimitsPanel = lazyPart(
  () => import('../features/artifacts/limits-panel.tsx'),
  'LimitsPanel',
  { instead: () => <ListSkeleton /> },
);

const CachePanel = lazyPart(() => import('../features/caches/cache-panel.tsx'), 'CachePanel', {
  instead: () => <ListSkeleton />,
});

const BuildAccessPanel = lazyPart(
  () => import('../features/build-access/build-access-panel.tsx'),
  'BuildAccessPanel',
  { instead: () => <ListSkeleton /> },
);

const MemberPanel = lazyPart(() => import('../features/members/member-panel.tsx'), 'MemberPanel', {
  instead: () => <ListSkeleton />,
});

const AuditPanel = lazyPart(() => import('../features/audit/audit-panel.tsx'), 'AuditPanel', {
  instead: () => <ListSkeleton />,
});

const RetentionPanel = lazyPart(
  () => import('../features/retention/retention-panel.tsx'),
  'RetentionPanel',
  { instead: () => <ListSkeleton /> },
);

const TerminalSettings = lazyPart(
  () => import('../features/terminals/terminal-settings.tsx'),
  'TerminalSettings',
);

const NotificationPanel = lazyPart(
  () => import('../features/notifications/notification-panel.tsx'),
  'NotificationPanel',
  { instead: () => <ListSkeleton /> },
);

const PipelineEditor = lazyPart(
  () => import('../features/pipeline-editor/pipeline-editor.tsx'),
  'PipelineEditor',
  { instead: () => <ListSkeleton /> },
);

interface SectionProps {
  repo: Repo;
  user: User | null | undefined;
}

interface Section {
  content: (props: SectionProps) => ReactNode;
  /** Whether the section requires a session. For guests, nothing is requested. */
  isForAccounts?: boolean;
  /** Returns the reason why the viewer may not see the section, or undefined. */
  refuse?: (props: SectionProps, text: SettingsTexts) => string | undefined;
}

type SettingsTexts = Texts<typeof settingsMessages>;

const sections: Record<string, Section> = {
  '': { content: General },
  secrets: {
    isForAccounts: true,
    refuse: ({ repo, user }, text) =>
      canWriteRepo(repo, user) ? undefined : text.writersSee.secrets,
    content: ({ repo: { namespace, name } }) => (
      <SecretPanel owner={{ repo: { namespace, name } }} />
    ),
  },
  'org-secrets': { isForAccounts: true, content: OrganizationSecrets },
  templates: { isForAccounts: true, content: Templates },
  cron: {
    isForAccounts: true,
    refuse: ({ repo, user }, text) => (canWriteRepo(repo, user) ? undefined : text.writersSee.cron),
    content: ({ repo }) => <CronPanel repo={repo} />,
  },
  badges: { content: ({ repo }) => <BadgePanel repo={repo} /> },
};

/** Sections of repositories that this server hosts. */
const hostedSections: Record<string, Section> = {
  'build-access': {
    isForAccounts: true,
    refuse: ({ repo, user }, text) => (canAdministerRepo(repo, user) ? undefined : text.adminsSee),
    content: ({ repo }) => <BuildAccessPanel repo={repo} />,
  },
};

/** Sections that only Millrace servers support. */
const extraSections: Record<string, Section> = {
  pipeline: {
    content: ({ repo, user }) => (
      <PipelineEditor
        repo={{ namespace: repo.namespace, name: repo.name }}
        canCommit={canWriteRepo(repo, user)}
      />
    ),
  },
  registries: {
    isForAccounts: true,
    refuse: ({ repo, user }, text) =>
      canWriteRepo(repo, user) ? undefined : text.writersSee.registries,
    content: ({ repo: { namespace, name } }) => (
      <RegistryPanel owner={{ repo: { namespace, name } }} />
    ),
  },
  'org-registries': { isForAccounts: true, content: OrganizationRegistries },
  files: {
    isForAccounts: true,
    refuse: ({ repo, user }, text) => (canAdministerRepo(repo, user) ? undefined : text.adminsSee),
    content: ({ repo }) => <LimitsPanel repo={repo} />,
  },
  caches: {
    isForAccounts: true,
    content: ({ repo, user }) => (
      <CachePanel repo={repo} canAdminister={canAdministerRepo(repo, user)} />
    ),
  },
  retention: {
    isForAccounts: true,
    refuse: ({ repo, user }, text) => (canAdministerRepo(repo, user) ? undefined : text.adminsSee),
    content: ({ repo, user }) => (
      <RetentionPanel repo={repo} isSystemAdmin={user?.admin === true} />
    ),
  },
  notifications: {
    isForAccounts: true,
    refuse: ({ repo, user }, text) => (canAdministerRepo(repo, user) ? undefined : text.adminsSee),
    content: ({ repo: { namespace, name } }) => <NotificationPanel repo={{ namespace, name }} />,
  },
  audit: {
    isForAccounts: true,
    refuse: ({ repo, user }, text) => (canAdministerRepo(repo, user) ? undefined : text.adminsSee),
    content: ({ repo: { namespace, name } }) => <AuditPanel repo={{ namespace, name }} />,
  },
  members: {
    isForAccounts: true,
    content: ({ repo, user }) => (
      <MemberPanel
        repo={repo}
        ownLogin={user?.login}
        canAdminister={canAdministerRepo(repo, user)}
      />
    ),
  },
};

function General({ repo, user }: SectionProps) {
  const save = useSaveSettings(repo);
  const disable = useDisableRepo(repo);
  const repair = useRepairRepo(repo);
  const takeOver = useTakeOverRepo(repo);
  const remove = useDeleteRepo(repo);
  const isSystemAdmin = user?.admin === true;
  const canChange = canAdministerRepo(repo, user);
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

function OrganizationSecrets({ repo: { namespace }, user }: SectionProps) {
  return <SecretPanel owner={{ namespace }} locked={useOwnerLock(namespace, user)} />;
}

function OrganizationRegistries({ repo: { namespace }, user }: SectionProps) {
  return <RegistryPanel owner={{ namespace }} locked={useOwnerLock(namespace, user)} />;
}

function Templates({ repo: { namespace }, user }: SectionProps) {
  return <TemplatePanel namespace={namespace} locked={useOwnerLock(namespace, user)} />;
}

/** Returns the reason why the viewer cannot change a namespace. With a forge, only the server knows. */
function useOwnerLock(namespace: string, user: SectionProps['user']): string | undefined {
  const text = useTexts(settingsMessages);
  const mayChange = !hasOwnAccounts() || user?.admin || user?.login === namespace;
  return mayChange ? undefined : text.ownersChange(namespace);
}

export function RepoSettingsScreen() {
  const { namespace = '', name = '', section = '' } = useRepoParams();
  const text = useTexts(settingsMessages);
  const slug = `${namespace}/${name}`;
  usePageTitle(text.page(slug));
  const { data: visitor } = useCurrentUser();
  const chosen = {
    ...sections,
    ...(hasServerExtras() && extraSections),
    ...(hasOwnAccounts() && hostedSections),
  }[section];
  if (!chosen || (chosen.isForAccounts && visitor === null)) return <NotFoundScreen />;
  return (
    <RepoFrame>
      {({ repo, user }) => (
        <div className={css.layout}>
          <SettingsNav
            slug={slug}
            isDisabled={repo?.active !== true}
            canAdminister={repo !== undefined && canAdministerRepo(repo, user)}
          />
          {repo?.active === false && <InactiveRepo repo={repo} />}
          {repo?.active && (user || !chosen.isForAccounts) && (
            <div>
              <SettingsSection section={chosen} repo={repo} user={user} />
            </div>
          )}
        </div>
      )}
    </RepoFrame>
  );
}

function SettingsSection({ section, ...props }: SectionProps & { section: Section }) {
  const text = useTexts(settingsMessages);
  const refusal = section.refuse?.(props, text);
  if (refusal) return <EmptyState title={text.noAccess} detail={refusal} />;
  const Content = section.content;
  return <Content {...props} />;
}
