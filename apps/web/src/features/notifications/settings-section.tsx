import { lazyPart } from '../../domain-ui/lazy-part.tsx';
import type { SettingsSection } from '../../domain-ui/settings-section.ts';
import { settingsSectionMessages } from '../../domain-ui/settings-section-messages.ts';
import { text } from '../../lib/i18n/texts.ts';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';

const NotificationPanel = lazyPart(() => import('./notification-panel.tsx'), 'NotificationPanel', {
  instead: () => <ListSkeleton />,
});

export const notificationSection: SettingsSection = {
  path: 'notifications',
  title: text('Notifications', '通知'),
  words: text('mail chat webhook slack', '邮件 聊天'),
  group: 'project',
  servers: 'millrace',
  isForAdmins: true,
  isForAccounts: true,
  needs: { role: 'admin', refusal: settingsSectionMessages.adminsSee },
  Content: ({ repo: { namespace, name } }) => <NotificationPanel repo={{ namespace, name }} />,
};
