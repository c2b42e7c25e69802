import { useIsOwner } from '../../api/organization-queries.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SectionProps, SettingsSection } from '../../domain-ui/settings-section.ts';
import { settingsSectionMessages } from '../../domain-ui/settings-section-messages.ts';
import { useOwnerLock } from '../../domain-ui/use-owner-lock.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const waiting = { instead: () => <ListSkeleton /> };
const RepoRunners = lazyPart(() => import('./repo-runners.tsx'), 'RepoRunners', waiting);
const CredentialPanel = lazyPart(
  () => import('./credential-panel.tsx'),
  'CredentialPanel',
  waiting,
);

function OrganizationRunners({ repo: { namespace }, user }: SectionProps) {
  const isOwner = useIsOwner(namespace, user);
  return <CredentialPanel owner={{ namespace }} locked={useOwnerLock(namespace, user, isOwner)} />;
}

const title = text('Runners', '运行器');

export const runnerSection: SettingsSection = {
  path: 'runners',
  title,
  words: text('token protected branch tag', '令牌 受保护 分支 标签'),
  group: 'project',
  servers: 'millrace',
  isForAdmins: true,
  isForAccounts: true,
  needs: { role: 'admin', refusal: settingsSectionMessages.adminsSee },
  Content: ({ repo }) => <RepoRunners repo={repo} />,
};

export const organizationRunnerSection: SettingsSection = {
  path: 'org-runners',
  title,
  group: 'organization',
  longTitle: text('Organization Runners', '组织运行器'),
  servers: 'millrace',
  isForAccounts: true,
  Content: OrganizationRunners,
};
