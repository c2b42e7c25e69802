import { useIsOwner } from '../../api/organization-queries.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SectionProps, SettingsSection } from '../../domain-ui/settings-section.ts';
import { useOwnerLock } from '../../domain-ui/use-owner-lock.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const SecretPanel = lazyPart(() => import('./secret-panel.tsx'), 'SecretPanel', {
  instead: () => <ListSkeleton />,
});

function OrganizationSecrets({ repo: { namespace }, user }: SectionProps) {
  const isOwner = useIsOwner(namespace, user);
  return <SecretPanel owner={{ namespace }} locked={useOwnerLock(namespace, user, isOwner)} />;
}

const title = text('Secrets', '密钥');

export const secretSection: SettingsSection = {
  path: 'secrets',
  title: title,
  words: text('password token key variable', '密码 令牌 变量'),
  group: 'project',
  isForAccounts: true,
  needs: {
    role: 'write',
    refusal: text(
      'Only people with write permission in this repository can see its secrets.',
      '只有拥有此仓库写权限的人才能查看其密钥。',
    ),
  },
  Content: ({ repo: { namespace, name } }) => <SecretPanel owner={{ repo: { namespace, name } }} />,
};

export const organizationSecretSection: SettingsSection = {
  path: 'org-secrets',
  title: title,
  group: 'organization',
  longTitle: text('Organization Secrets', '组织密钥'),
  isForAccounts: true,
  Content: OrganizationSecrets,
};
