import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { settingsSectionMessages } from '../../domain-ui/settings-section-messages.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const BuildAccessPanel = lazyPart(() => import('./build-access-panel.tsx'), 'BuildAccessPanel', {
  instead: () => <ListSkeleton />,
});

export const buildAccessSection: SettingsSection = {
  path: 'build-access',
  title: text('Build Access', '构建访问'),
  words: text('clone other repository', '克隆 其他仓库'),
  group: 'project',
  servers: 'hosting',
  isForAdmins: true,
  isForAccounts: true,
  needs: { role: 'admin', refusal: settingsSectionMessages.adminsSee },
  Content: ({ repo }) => <BuildAccessPanel repo={repo} />,
};
