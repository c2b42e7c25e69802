import { useIsOwner } from '../../api/organization-queries.ts';
import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SectionProps, SettingsSection } from '../../domain-ui/settings-section.ts';
import { useOwnerLock } from '../../domain-ui/use-owner-lock.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const RegistryPanel = lazyPart(() => import('./registry-panel.tsx'), 'RegistryPanel', {
  instead: () => <ListSkeleton />,
});

function OrganizationRegistries({ repo: { namespace }, user }: SectionProps) {
  const isOwner = useIsOwner(namespace, user);
  return <RegistryPanel owner={{ namespace }} locked={useOwnerLock(namespace, user, isOwner)} />;
}

const title = text('Registries', '镜像仓库');

export const registrySection: SettingsSection = {
  path: 'registries',
  title: title,
  words: text('docker image pull login', '镜像 拉取 登录'),
  group: 'project',
  servers: 'millrace',
  isForAccounts: true,
  needs: {
    role: 'write',
    refusal: text(
      'Only people with write permission in this repository can see its registry credentials.',
      '只有拥有此仓库写权限的人才能查看其镜像仓库凭据。',
    ),
  },
  Content: ({ repo: { namespace, name } }) => (
    <RegistryPanel owner={{ repo: { namespace, name } }} />
  ),
};

export const organizationRegistrySection: SettingsSection = {
  path: 'org-registries',
  title: title,
  group: 'organization',
  longTitle: text('Organization Registries', '组织镜像仓库'),
  servers: 'millrace',
  isForAccounts: true,
  Content: OrganizationRegistries,
};
