import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { settingsSectionMessages } from '../../domain-ui/settings-section-messages.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const RetentionPanel = lazyPart(() => import('./retention-panel.tsx'), 'RetentionPanel', {
  instead: () => <ListSkeleton />,
});

export const retentionSection: SettingsSection = {
  path: 'retention',
  title: text('Retention', '数据保留'),
  words: text('delete old keep days', '删除 保留 天数'),
  group: 'project',
  servers: 'millrace',
  isForAdmins: true,
  isForAccounts: true,
  needs: { role: 'admin', refusal: settingsSectionMessages.adminsSee },
  Content: ({ repo, user }) => <RetentionPanel repo={repo} isSystemAdmin={user?.admin === true} />,
};
